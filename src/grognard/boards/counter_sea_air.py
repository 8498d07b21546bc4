"""Counters of ships, aircraft and trains: silhouettes, ships and trains from the side, aircraft from above."""

# ruff: noqa: E501  (drawings are data)

from __future__ import annotations

from grognard.boards.counter_land import Art, ball, ring, solid, stroke

_WATER = stroke("M6 57Q14 52 22 57T38 57T54 57T70 57T86 57T98 56", 2)
_RAILS = stroke("M2 57H98", 2.4)


def _wheels(*xs: float, r: float = 5.0) -> str:
    return "".join(ball(x, 52 - r / 5, r) for x in xs)


def _plane(wing: str, body: str, tail: str, *more: str) -> str:
    return solid(body) + solid(wing) + solid(tail) + "".join(more)


_BODY = "M50 3Q54 6 54 14L53 48Q52 56 50 57Q48 56 47 48L46 14Q46 6 50 3Z"
_FAT_BODY = "M50 2Q56 5 56 14L54 48Q53 57 50 58Q47 57 46 48L44 14Q44 5 50 2Z"
_TAIL = "M50 46L64 51V55L50 53L36 55V51Z"

SHIPS: Art = {
    "destroyer": ("destroyer", solid("M4 40H96Q92 51 84 51H14Q8 49 4 40ZM30 38V30H38V22H42V12H44V22H46V30H52V38ZM56 38V24H62V38ZM66 38V26H72V38Z") + stroke("M22 36L10 32M82 36L92 33", 3) + _WATER),
    "cruiser": ("cruiser", solid("M3 39H97Q94 51 86 51H12Q6 48 3 39ZM34 37V26H40V8H43V26H48V37ZM51 37V16H58V37ZM61 37V18H67V37Z") + solid("M20 37h10v-7h-10zM70 37h10v-7h-10z") + stroke("M21 32L8 28M80 32L92 28", 3) + _WATER),
    "battleship": ("battleship", solid("M2 37H98Q95 51 87 51H12Q4 47 2 37ZM36 35V22H40V4H43V10H48V22H52V35ZM55 35V13H63V35Z") + solid("M22 35h12v-9h-12zM66 35h12v-9h-12z") + stroke("M23 28L5 22M24 32L6 29M77 28L95 22M76 32L94 29", 2.6) + _WATER),
    "torpedo-boat": ("torpedo boat", solid("M8 42H94L84 52H14ZM46 40V30H58L62 40Z") + stroke("M22 39H42M66 39H80", 3.4) + stroke("M50 30V16", 2) + _WATER),
    "submarine": ("submarine", solid("M6 42Q16 34 30 34H42L45 22H57L60 34H74Q88 34 94 40L90 46Q70 52 30 51Q12 50 6 42Z") + stroke("M50 23V10H56", 2.6) + _WATER),
    "merchant": ("merchant ship", solid("M4 36H96L88 51H12ZM64 34V18H86V34ZM72 16V6H79V16Z") + stroke("M28 34V10M28 14L46 30M28 14L12 30M52 34V14", 2.6) + _WATER),
    "transport-ship": ("troop transport", solid("M3 37H97L90 51H10ZM20 35V26H80V35ZM28 24V18H72V24ZM42 16V5H48V16ZM56 16V7H62V16Z") + _WATER),
    "gunboat": ("gunboat", solid("M6 42H94Q92 51 84 51H16Q8 50 6 42ZM44 40V26H62V40ZM54 24V10H60V24Z") + solid("M20 40v-7h12v7z") + stroke("M24 35L6 29", 3.4) + stroke("M82 40V20", 2) + _WATER),
    "monitor": ("river monitor", solid("M3 45H97L92 52H8ZM24 43V32Q36 24 48 32V43ZM60 43V28H72V43ZM64 26V14H69V26Z") + stroke("M30 34L6 28M30 39L6 34", 3.4) + _WATER),
    "river-craft": ("river craft", solid("M6 42H94L82 52H18ZM50 40V30H76V40Z") + stroke("M30 40V14L48 34Z", 2.6) + _WATER),
    "landing-craft": ("landing craft", solid("M4 34L14 28V36H90V51H16ZM70 34V24H84V34Z") + stroke("M22 33V26M32 33V26M42 33V26M52 33V26", 3.4) + _WATER),
    "minesweeper": ("minesweeper", solid("M6 40H94Q92 51 84 51H16Q8 49 6 40ZM30 38V26H52V38ZM42 24V12H48V24Z") + stroke("M70 38V14L92 38", 2.4) + ring(92, 42, 4, 2.4) + _WATER),
    "carrier": ("aircraft carrier", solid("M2 32H98L90 40Q88 51 80 51H18Q8 48 2 32ZM62 30V18H66V8H69V18H76V30Z") + _WATER),
}  # fmt: skip

AIRCRAFT: Art = {
    "fighter": ("fighter", _plane("M50 18L92 22V29L50 33L8 29V22Z", _BODY, _TAIL)),
    "bomber": ("bomber", _plane("M50 16L97 22V29L50 34L3 29V22Z", _FAT_BODY, "M50 45L70 50V55L50 54L30 55V50Z", solid("M28 13h6v18h-6zM66 13h6v18h-6z"))),
    "heavy-bomber": ("heavy bomber", _plane("M50 14L98 21V29L50 34L2 29V21Z", _FAT_BODY, "M50 45L72 50V55L50 54L28 55V50Z", solid("M30 12h5v19h-5zM65 12h5v19h-5zM16 15h4.6v14h-4.6zM79.4 15h4.6v14h-4.6z"))),
    "ground-attack": ("ground attack aircraft", _plane("M50 16L72 24L92 18V26L72 34L50 30L28 34L8 26V18L28 24Z", _BODY, _TAIL, ball(34, 42, 3.6) + ball(66, 42, 3.6) + stroke("M34 32V40M66 32V40", 2))),
    "recon-plane": ("reconnaissance aircraft", _plane("M50 19L90 21V27L50 29L10 27V21Z", _BODY, _TAIL, stroke("M14 14H86M20 14V22M80 14V22", 3) + ring(50, 38, 5.6, 2.6))),
    "transport-plane": ("transport aircraft", _plane("M50 16L96 24V30L50 34L4 30V24Z", "M50 2Q58 5 58 16L56 48Q54 57 50 58Q46 57 44 48L42 16Q42 5 50 2Z", "M50 45L70 51V55L50 54L30 55V51Z", solid("M29 14h5v16h-5zM66 14h5v16h-5z"))),
    "glider": ("glider", _plane("M50 20L98 23V27L50 30L2 27V23Z", "M50 6Q55 8 55 18L52 50L50 57L48 50L45 18Q45 8 50 6Z", "M50 50L60 53V56H40V53Z")),
    "seaplane": ("seaplane", _plane("M50 18L92 21V27L50 31L8 27V21Z", _BODY, _TAIL, solid("M30 10Q33 6 36 10V42Q33 46 30 42ZM64 10Q67 6 70 10V42Q67 46 64 42Z"))),
    "zeppelin": ("zeppelin", solid("M6 27Q14 9 50 9Q84 9 96 27Q84 45 50 45Q14 45 6 27ZM20 26V28.6H88V26Z") + solid("M84 12L97 6V20L92 24ZM84 42L97 48V34L92 30Z") + solid("M34 47H50V53H37Z")),
    "balloon": ("observation balloon", solid("M50 3Q72 4 72 23Q70 33 56 41H44Q30 33 28 23Q28 4 50 3Z") + stroke("M44 41L46 49M56 41L54 49", 2) + solid("M44 49H56L54 57H46Z")),
}  # fmt: skip

TRAINS: Art = {
    "train": ("train: locomotive", solid("M10 42V26H16V12H24V26H34Q36 20 42 20Q48 20 50 26H62V8H94V14H90V42ZM68 14V26H84V14Z") + _wheels(26, 44, 62, r=7) + _wheels(80, r=5) + _RAILS),
    "troop-train": ("troop train: carriages", solid("M3 18H46V42H3ZM8 23V31H16V23ZM20 23V31H28V23ZM32 23V31H40V23ZM54 18H97V42H54ZM59 23V31H67V23ZM71 23V31H79V23ZM83 23V31H91V23Z") + stroke("M46 40H54", 3) + _wheels(12, 36, 64, 88) + _RAILS),
    "armoured-train": ("armoured train", solid("M4 44V28L12 20H30V14Q36 8 44 14V20H58V14Q64 8 72 14V20H88L96 28V44ZM20 28V31H80V28Z") + stroke("M32 14L14 8M70 14L88 8", 3.4) + _wheels(18, 36, 64, 82) + _RAILS),
    "railway-gun": ("railway gun", solid("M8 42V36H92V42ZM40 34L46 24H66L72 34Z") + solid("M46 30L50 20L98 2L99 6Z") + _wheels(16, 28, 40, 60, 72, 84, r=4.4) + _RAILS),
    "monster-gun": ("monster gun", solid("M10 54V46H90V54ZM30 44L40 26H66L74 44Z") + solid("M38 32L44 20L97 3L98 9Z") + stroke("M18 46V38H30M82 46V38H70", 3)),
}  # fmt: skip
