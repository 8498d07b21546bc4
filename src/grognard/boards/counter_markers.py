"""Counters that are no unit: convoys, dummies, chits, flags, works, fires and states."""

# ruff: noqa: E501  (drawings are data)

from __future__ import annotations

from grognard.boards.counter_land import Art, ball, ring, solid, stroke

_STAR = "M50 6l7 15 16.4 1.8 -12.2 11 3.4 16.2 -14.6 -8.2 -14.6 8.2 3.4 -16.2 -12.2 -11 16.4 -1.8z"

MARKERS: Art = {
    "hq": ("headquarters: staff flag", stroke("M24 6V57", 4) + solid("M27 8H84V38H27ZM35 15V31H39V25H45V31H49V15H45V21H39V15ZM56 15Q52 23 56 31H66L70 33V29Q74 22 70 15ZM59 19H67V27H59Z")),
    "convoy": ("convoy", solid("M4 26H30L26 34H8ZM14 24V16H20V24ZM37 42H63L59 50H41ZM47 40V32H53V40ZM70 26H96L92 34H74ZM80 24V16H86V24Z") + stroke("M36 20H62M56 15L63 20L56 25", 2.6)),
    "decoy": ("decoy or dummy", '<rect x="14" y="7" width="72" height="46" fill="none" stroke="currentColor" stroke-width="3" stroke-dasharray="6 5"/>' + stroke("M40 24Q40 13 50 13Q60 13 60 22Q60 29 50 33V38", 5) + ball(50, 46, 3.2)),
    "unknown": ("unknown unit", stroke("M36 22Q36 7 50 7Q64 7 64 20Q64 28 50 34V42", 6) + ball(50, 52, 4)),
    "marker": ("marker", ring(50, 30, 21, 4) + ball(50, 30, 9)),
    "chit": ("activation chit", '<rect x="27" y="7" width="46" height="46" rx="7" fill="none" stroke="currentColor" stroke-width="4"/>' + stroke("M38 31L47 41L63 20", 5)),
    "flag": ("flag", stroke("M30 4V57", 4) + solid("M33 6Q46 0 58 7T84 8V34Q70 40 58 34T33 34Z")),
    "control": ("control", ring(50, 30, 22, 4) + stroke("M42 46V13", 3) + solid("M44 14H66L60 21L66 28H44Z")),
    "objective": ("objective", ring(50, 30, 23, 3.6) + ring(50, 30, 14, 3.6) + ball(50, 30, 6)),
    "victory": ("victory point", solid(_STAR)),
    "minefield": ("minefield", ball(26, 38, 9) + ball(50, 38, 9) + ball(74, 38, 9) + stroke("M26 29V20M18 32L12 26M34 32L39 26M50 29V20M42 32L38 27M58 32L62 27M74 29V20M66 32L61 26M82 32L88 26", 3)),
    "wire": ("barbed wire", stroke("M4 38H96", 2.6) + stroke("M12 38a9 9 0 1 1 18 0a9 9 0 1 1 -18 0M41 38a9 9 0 1 1 18 0a9 9 0 1 1 -18 0M70 38a9 9 0 1 1 18 0a9 9 0 1 1 -18 0", 2.6) + stroke("M20 24L24 34M50 24V34M80 24L76 34", 2.6)),
    "tank-obstacle": ("tank obstacle", solid("M6 50L20 18L34 50ZM36 50L50 18L64 50ZM66 50L80 18L94 50Z")),
    "bridge": ("bridge", stroke("M4 26H96M10 26V18M90 26V18M8 52Q8 32 29 32Q50 32 50 52Q50 32 71 32Q92 32 92 52", 4)),
    "pontoon": ("pontoon bridge", stroke("M4 24H96M4 36H96", 3) + solid("M12 18Q20 12 28 18V42Q20 48 12 42ZM42 18Q50 12 58 18V42Q50 48 42 42ZM72 18Q80 12 88 18V42Q80 48 72 42Z")),
    "demolition": ("charges laid", solid("M18 22H30V54H18ZM33 22H45V54H33ZM48 22H60V54H48Z") + stroke("M39 22Q39 8 54 8H66L72 14", 3) + stroke("M76 6V14M84 10L78 16M86 20H78M82 28L77 22", 2.6)),
    "barrage": ("barrage", solid("M50 58L42 40L22 50L33 32L8 26L33 22L24 4L42 16L50 2L58 16L76 4L67 22L92 26L67 32L78 50L58 40ZM50 24a6 6 0 1 0 .1 0Z")),
    "smoke": ("smoke", stroke("M20 48Q8 46 12 36Q14 28 24 30Q24 14 40 16Q50 6 62 16Q80 12 80 28Q92 32 88 42Q86 50 76 48Z", 4)),
    "fire": ("fire", solid("M50 3Q56 16 66 24Q76 34 70 46Q65 57 50 57Q35 57 30 46Q26 34 36 26Q38 34 43 35Q38 18 50 3ZM50 36Q42 44 44 50Q46 54 50 54Q55 54 56 50Q58 44 50 36Z")),
    "beachhead": ("beachhead", stroke("M10 46Q22 36 34 46T58 46T82 46T94 44", 3.4) + solid("M50 4L66 20H57V36H43V20H34Z")),
    "landing": ("landing", stroke("M8 50Q20 42 32 50T56 50T80 50T94 48", 3) + stroke("M14 30H66", 6) + solid("M62 16L86 30L62 44Z")),
    "parachute": ("air drop", solid("M14 26Q16 4 50 4Q84 4 86 26Q74 18 66 26Q58 18 50 26Q42 18 34 26Q26 18 14 26Z") + stroke("M16 26L47 48M84 26L53 48M38 25L49 48M62 25L51 48", 2) + solid("M44 47H56V57H44Z")),
    "siege": ("siege", ring(50, 30, 24, 3.4) + solid("M36 46V24H41V28H46V24H54V28H59V24H64V46Z")),
    "disrupted": ("disrupted", stroke("M16 12L40 26L30 34L58 40L50 48L84 52", 5)),
    "routed": ("routed", solid("M8 30L34 10V22H62V38H34V50Z") + stroke("M72 22V38M82 22V38M92 22V38", 4)),
    "pinned": ("pinned down", stroke("M50 6V34M36 24L50 40L64 24M22 50H78", 6)),
    "out-of-supply": ("out of supply", ring(50, 30, 23, 4) + stroke("M34 46L66 14", 5) + stroke("M40 24H60V38H40Z", 3)),
    "entrenched": ("entrenched", stroke("M14 44V26H30V44H42V26H58V44H70V26H86V44", 5) + stroke("M10 14H90", 4)),
    "activated": ("activated", solid("M56 2L24 34H46L40 58L76 24H53Z")),
    "exhausted": ("spent, exhausted", stroke("M30 10H70V16Q70 24 54 30Q70 36 70 44V50H30V44Q30 36 46 30Q30 24 30 16Z", 4) + solid("M36 48Q50 36 64 48Z")),
    "orders": ("orders", solid("M14 10H86V50H14ZM19 17V45H81V17L50 36ZM22 14L50 31L78 14Z")),
    "turn": ("turn", ring(50, 30, 23, 4) + stroke("M50 14V30L62 38", 4)),
    "weather": ("weather", stroke("M24 34Q12 33 15 24Q18 17 27 19Q29 7 43 9Q53 2 63 11Q79 9 79 22Q88 25 84 32Q82 35 76 34Z", 3.4) + stroke("M32 42L28 54M48 42L44 54M64 42L60 54", 3.4)),
    "card": ("card", '<rect x="32" y="4" width="36" height="52" rx="4" fill="none" stroke="currentColor" stroke-width="3.4"/>' + solid("M50 18L60 30L50 42L40 30Z")),
}  # fmt: skip
