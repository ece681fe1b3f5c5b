"""The lists that Combat 3000's book prints."""
