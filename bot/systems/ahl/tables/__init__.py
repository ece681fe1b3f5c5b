"""The tables that AHL's book prints."""
