"""The graph of chunks, entities and tags: read around a few nodes, walked, and searched for bridges."""
