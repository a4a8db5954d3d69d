"""Ranked passages → a cited answer; the GGUF model lives in a child process."""
