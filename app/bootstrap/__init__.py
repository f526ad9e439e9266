"""The composition root: the only place that names an adapter. See `services.build_services`."""
