"""High Guard: ships by design, profile and listing."""
