"""Google: Gmail, Calendar, Tasks and People, by their JSON interfaces. One file a port; nobody else names Google's words."""
