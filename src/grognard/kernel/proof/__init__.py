"""How rules are proven, from outside: nothing in here is part of play, and no rule knows of it.

- coverage.py: what is marked, cited and proven, read from the tree (no pytest needed);
- proving.py: the plugin of pytest that hears citations and writes build/ledger.json;
- breaking.py: `grognard ledger --break ID`; ways.py lists the ways to break a rule, answers.py stands for the broken ones;
- mutation.py: `grognard ledger --mutate GAME`; mutants.py lists the small changes, mutating.py tries them in forked
  children (children.py), reach.py knows which test reaches which line, cited.py which rule a line belongs to;
- changes.py: one change of a syntax tree; loading.py and live.py bring it into modules to be loaded, or loaded already.
"""
