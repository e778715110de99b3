"""Random cases. Generators are written once over `draw.Draw`; nothing here looks at the real library."""
