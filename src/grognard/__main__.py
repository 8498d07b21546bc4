"""`python -m grognard` is the command `grognard`, for whoever has no path to the script."""

from grognard.cli.main import run

if __name__ == "__main__":
    run()
