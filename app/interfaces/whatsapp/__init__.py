"""WhatsApp, by Meta's Cloud API: webhooks come in signed, messages go out by the Graph API. Imported only where it is switched on."""
