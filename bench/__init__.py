"""Benchmarks: each prints ratios, with a check that the contenders do the same."""
