"""What the file of a scenario holds (docs/formats/pog.md is made from this); a variant uses it with its own map and words."""

from .formats import formats_of
from .scenario import Words

__all__ = ["Words", "formats_of"]
