"""What the service tells of itself: Prometheus figures, OpenTelemetry traces, structured logs."""
