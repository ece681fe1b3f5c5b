"""Pictures: plain values in, picture bytes out, the same for the same input on every machine."""
