"""The commands: `grognard games`, `play`, `simulate` and the others. `main.run` is the way in."""
