"""What is kept: records, the storage port, and each query once. Adapters know engines; nobody above knows an adapter."""
