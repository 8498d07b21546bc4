"""What a campaign file and a map file hold (docs/formats/fyow.md is made from this)."""

from grognard.kernel.formats import Format, Formats

from .campaign import Campaign, MapFile
from .easel import CampaignEasel
from .judge import JUDGES, judge_map
from .situation import Question, Words, references

FORMATS = Formats(
    scenario=Format(
        "scenario",
        "A campaign",
        Campaign,
        JUDGES,
        "Put `links` above the first `[table]` of the file: TOML gives whatever stands below a heading to that table. The"
        " map is drawn with north up: `x` grows to the east, `y` to the north. A map of its own may also lie beside the"
        " campaign as a file of its own, named by `campaign.map`.",
    ),
    map=Format("map", "A map", MapFile, (judge_map,), "Boards and links alone, to be named by `campaign.map`."),
    words=Words,
    references=references,
    question=Question,
    easel=CampaignEasel(),
)

__all__ = ["FORMATS"]
