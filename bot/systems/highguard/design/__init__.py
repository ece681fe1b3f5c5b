"""Designs of ships and small craft, their bills, and listings (HG-D, HG-L, HG-S)."""
