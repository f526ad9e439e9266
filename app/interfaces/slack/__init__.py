"""Slack as a chat channel: payloads to events, answers to blocks. The only room that knows slack_sdk."""
