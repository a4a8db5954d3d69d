"""Tests of pinakes.vault."""
