"""Live updates: topic versions, the tags of polling fragments, and the read cache that both keep fresh."""
