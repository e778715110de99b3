"""How rarely each rule applies: the order in which rules are named where several may be at issue."""

RARE_FIRST: tuple[str, ...] = ()
"""The ids of the rules, those that apply in the fewest generated cases first. Made by `python -m tests.quality.rarity`;
a rule that is not here yet counts as the rarest."""
