"""Counters of land forces: pictures for the age of Napoleon, framed signs for the twentieth century.

Each entry is a plain description and its drawing in a field of 100 by 60, in currentColor only, so that a counter
gives it its side's colour. Holes are cut with the even-odd rule and show the counter's ground.
"""

# ruff: noqa: E501  (drawings are data)

from __future__ import annotations

Art = dict[str, tuple[str, str]]


def stroke(d: str, width: float = 4.0, more: str = "") -> str:
    return f'<path d="{d}" fill="none" stroke="currentColor" stroke-width="{width:g}" stroke-linejoin="round"{more}/>'


def solid(d: str) -> str:
    return f'<path d="{d}" fill="currentColor" fill-rule="evenodd"/>'


def ball(x: float, y: float, r: float) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="currentColor"/>'


def ring(x: float, y: float, r: float, width: float = 3.0) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="none" stroke="currentColor" stroke-width="{width:g}"/>'


def mirrored(svg: str) -> str:
    return f'<g transform="matrix(-1 0 0 1 100 0)">{svg}</g>'


def framed(*inner: str, dash: str = "") -> str:
    """A sign in the box of a twentieth-century unit."""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<rect x="14" y="7" width="72" height="46" fill="none" stroke="currentColor" stroke-width="4"{dashed}/>' + "".join(
        inner
    )


CROSS = stroke("M14 7L86 53M14 53L86 7")
SLASH = stroke("M14 53L86 7")
OVAL = '<rect x="27" y="18" width="46" height="24" rx="12" fill="none" stroke="currentColor" stroke-width="4"/>'
WHEELS = ring(30, 56, 3.4, 2.4) + ring(70, 56, 3.4, 2.4)
GUN_DOT = ball(50, 30, 8)

# pieces of Napoleonic drawings
_MUSKET = stroke("M10 8L33 22", 3) + stroke("M67 43L92 56", 5) + stroke("M6 4L12 9", 1.6)
MUSKETS = _MUSKET + mirrored(_MUSKET)
_SABRE = solid("M20 51Q54 41 84 6Q86 5 85.4 8Q62 47 23 54.6Z") + stroke(
    "M14 57L24 52M18.6 47.6Q25 49 26 57Q20 60 16.6 55.4", 2.6
)
SABRES = _SABRE + mirrored(_SABRE)
CANNON = (
    ring(44, 42, 12.5, 3)
    + stroke("M44 29.5V54.5M31.5 42H56.5M35.2 33.2L52.8 50.8M35.2 50.8L52.8 33.2", 1.8)
    + solid("M26 35.6L30 28.6L88 17.4L89.6 24.2L33 40Z")
    + ball(24.6, 33.4, 3)
    + solid("M44 44.6L8 57.4L6.4 54.2L42 38.6Z")
)

NAPOLEONIC: Art = {
    "line-infantry": ("line infantry: shako and crossed muskets", MUSKETS + solid("M36 15Q50 10 64 15L61 40H39ZM45 22h10v11h-10z") + solid("M38 42H62Q68 45 66 49Q50 43 34 49Q32 45 38 42Z") + solid("M50 12Q45 6 50 0Q55 6 50 12Z")),
    "guard": ("guard infantry: bearskin", MUSKETS + solid("M35 47Q30 14 50 9Q70 14 65 47Q50 41 35 47ZM50 23l3 6h-6z") + solid("M63 18Q72 12 70 3Q63 7 61 15Z")),
    "landwehr": ("landwehr: cap with a cross", MUSKETS + solid("M32 20Q50 11 68 20L61 43H39ZM47.6 22v5.4h-5.4v4.8h5.4v6.4h4.8v-6.4h5.4v-4.8h-5.4v-5.4z") + solid("M38 45H62Q67 47 66 50Q50 45 34 50Q33 47 38 45Z")),
    "light-infantry": ("light infantry: bugle horn", stroke("M25 20C25 58 74 56 76 22", 6) + solid("M66 19L90 6Q92 22 84 27Z") + ball(24, 18, 4) + stroke("M28 26Q50 2 72 24", 1.8) + stroke("M48 11q4 6 -2 10M52 11q-2 6 4 10", 1.8)),
    "grenadiers": ("grenadiers: flaming grenade", ball(50, 39, 15) + solid("M44 25Q36 14 44 3Q45 11 49 12Q48 5 54 0Q53 9 58 12Q62 9 61 4Q67 15 56 25Z")),
    "line-cavalry": ("cavalry: crossed sabres", SABRES),
    "heavy-cavalry": ("heavy cavalry: helmet with horsetail", solid("M35 42Q33 15 56 15Q72 17 72 34L73 42ZM40 35H68V37.6H40Z") + solid("M31 22Q44 1 74 8Q76 13 68 12Q54 11 47 18Z") + solid("M33 20Q18 27 19 54Q31 49 34 36Z") + solid("M38 44H72Q80 46 79 51Q58 45 38 49Z")),
    "light-cavalry": ("light cavalry: horse's head", solid("M33 57Q35 38 45 30L32 36Q25 37 24 30L42 12L45 4L51 10Q74 14 76 57ZM45 19a2.4 2.4 0 1 0 .1 0Z") + stroke("M57 16Q69 26 69 52", 2)),
    "lancers": ("lancers: crossed lances with pennons", stroke("M12 57L80 5", 3) + stroke("M88 57L20 5", 3) + solid("M80 5L92 12L84 14L86 22L68 14Z") + solid("M20 5L8 12L16 14L14 22L32 14Z")),
    "dragoons": ("dragoons: sabre and musket crossed", _SABRE + stroke("M12 6L70 44", 3) + stroke("M66 42L92 57", 5.4)),
    "foot-artillery": ("foot artillery: field gun", CANNON),
    "horse-artillery": ("horse artillery: field gun and horseshoe", CANNON + stroke("M15 27V13Q15 4 24 4Q33 4 33 13V27", 4.4)),
    "siege-artillery": ("heavy guns: gun and shot", CANNON + ball(72, 52, 4.6) + ball(82, 52, 4.6) + ball(92, 52, 4.6) + ball(77, 44, 4.6) + ball(87, 44, 4.6)),
    "leader": ("leader: bicorne", solid("M9 43Q12 34 24 27Q33 12 50 11Q67 12 76 27Q88 34 91 43Q70 34 50 36Q30 34 9 43ZM61 19a4.4 4.4 0 1 0 .1 0Z") + solid("M24 47Q50 38 76 47L74 51Q50 43 26 51Z")),
    "commander": ("army commander: bicorne and batons", solid("M15 33Q18 26 28 20Q36 8 50 7Q64 8 72 20Q82 26 85 33Q68 26 50 28Q32 26 15 33ZM59 13a3.6 3.6 0 1 0 .1 0Z") + stroke("M26 55L74 35M26 35L74 55", 5) + stroke("M30 48L34 56M66 34L70 42M34 34L30 42M70 48L66 56", 2)),
    "wing-leader": ("wing leader: bicorne and star", solid("M15 37Q18 30 28 24Q36 12 50 11Q64 12 72 24Q82 30 85 37Q68 30 50 32Q32 30 15 37Z") + solid("M50 36l3.2 7 7.4 .8 -5.6 5 1.6 7.4 -6.6 -3.8 -6.6 3.8 1.6 -7.4 -5.6 -5 7.4 -.8z")),
    "wagon": ("wagon, baggage, pontoons", solid("M10 22Q12 6 28 6H72Q88 6 90 22V30H10ZM29 9H31V30H29ZM49 9H51V30H49ZM69 9H71V30H69Z") + solid("M8 33H92V39H8Z") + ring(27, 46, 9, 3) + ring(73, 46, 9, 3)),
}  # fmt: skip

MODERN: Art = {
    "infantry": ("infantry", framed(CROSS)),
    "militia": ("militia: infantry without uniform", framed(CROSS, dash="9 5")),
    "cavalry": ("cavalry", framed(SLASH)),
    "cyclist": ("cyclists", framed(CROSS) + ring(36, 56, 3.6, 2.2) + ring(64, 56, 3.6, 2.2) + stroke("M36 56L64 56", 1.6)),
    "artillery": ("artillery", framed(GUN_DOT)),
    "light-artillery": ("light artillery", framed(ball(50, 30, 5.4))),
    "heavy-artillery": ("heavy artillery", framed(GUN_DOT, stroke("M20 13H80M20 47H80", 3.4))),
    "rocket-artillery": ("rocket artillery", framed(ball(50, 40, 6), stroke("M38 24L50 13L62 24M38 33L50 22L62 33", 3.4))),
    "mortar": ("mortars", framed(ring(50, 40, 6, 3.4), stroke("M50 34V13M42 21L50 12L58 21", 3.4))),
    "machine-gun": ("machine guns", framed(stroke("M50 46V14M40 46H60M42 22L50 13L58 22", 3.6))),
    "heavy-weapons": ("heavy weapons", framed(CROSS, stroke("M50 11V49M43 18L50 10L57 18", 3.2))),
    "tank": ("tanks", framed(OVAL)),
    "light-tank": ("light tanks", framed(OVAL, stroke("M38 30H62", 3))),
    "heavy-tank": ("heavy tanks", framed(OVAL, '<rect x="34" y="24" width="32" height="12" rx="6" fill="currentColor"/>')),
    "tankette": ("tankettes", framed('<rect x="36" y="22" width="28" height="16" rx="8" fill="none" stroke="currentColor" stroke-width="4"/>')),
    "land-battleship": ("land battleship", framed(OVAL, ball(40, 30, 4), ball(60, 30, 4), stroke("M20 13H80M20 47H80", 3.4))),
    "armoured-car": ("armoured cars", framed(OVAL, SLASH) + WHEELS),
    "recon": ("reconnaissance", framed(SLASH, stroke("M74 8L86 7L82 19", 3.4), ring(36, 22, 6, 3))),
    "anti-tank": ("anti-tank guns", framed(stroke("M14 53L50 9L86 53"))),
    "anti-aircraft": ("anti-aircraft guns", framed(stroke("M22 53Q22 22 50 22Q78 22 78 53"))),
    "self-propelled": ("self-propelled guns", framed(OVAL, ball(50, 30, 6))),
    "engineer": ("engineers", framed(stroke("M28 44V20H72V44M50 20V40", 4.4))),
    "motorised": ("motorised infantry", framed(CROSS) + WHEELS),
    "mechanised": ("mechanised infantry", framed(CROSS, OVAL)),
    "mountain": ("mountain troops", framed(CROSS, solid("M36 53L50 33L64 53Z"))),
    "paratroop": ("paratroops", framed(CROSS, stroke("M30 50Q40 36 50 46Q60 36 70 50", 3.4))),
    "marine": ("marines", framed(CROSS, stroke("M50 25V48M43 29H57M38 40Q40 49 50 49Q60 49 62 40", 3.2), ring(50, 21, 3.4, 2.6))),
    "commando": ("commandos, special troops", framed(CROSS, solid("M47 14h6v22h5v4h-5v10h-6v-10h-5v-4h5z"))),
    "ski": ("ski troops", framed(CROSS) + stroke("M18 58H76Q84 58 86 54", 2.6)),
    "garrison": ("garrison", framed(CROSS, solid("M37 49V33h5v4h5v-4h6v4h5v-4h5v16zM47 49v-6h6v6z"))),
    "partisan": ("partisans", framed(CROSS, solid("M50 18a12 12 0 1 0 .1 0ZM47 23h5q5 0 5 4.6t-5 4.6h-2v5.4h-3z"), dash="4 4")),
    "support": ("supporting arms", framed(stroke("M24 42H76", 3), ball(34, 26, 5), stroke("M46 32L58 18M46 18L58 32", 3), stroke("M66 34V20", 3))),
    "headquarters": ("headquarters", framed(stroke("M16 53V60", 4), stroke("M30 20V40M30 30H44M44 20V40", 4), stroke("M64 20a10 10 0 1 0 .1 0M66 34L76 42", 4))),
    "army": ("army", framed(stroke("M19 22L31 38M31 22L19 38M36 22L48 38M48 22L36 38M53 22L65 38M65 22L53 38M70 22L82 38M82 22L70 38", 3.4))),
    "corps": ("corps", framed(stroke("M23 21L37 39M37 21L23 39M43 21L57 39M57 21L43 39M63 21L77 39M77 21L63 39", 3.8))),
    "division": ("division", framed(stroke("M30 20L46 40M46 20L30 40M54 20L70 40M70 20L54 40", 4))),
    "battlegroup": ("battlegroup", framed(CROSS, ball(50, 30, 9))),
    "general": ("general: peaked cap", solid("M18 32Q14 18 30 14Q50 8 70 14Q86 18 82 32L70 36H30ZM50 16l2.4 4.8 5.2 .6 -3.9 3.6 1.1 5.2 -4.8 -2.6 -4.8 2.6 1.1 -5.2 -3.9 -3.6 5.2 -.6z") + solid("M30 39H70L74 46Q50 56 26 46Z")),
    "agent": ("agent: hat and collar", solid("M30 22Q32 6 42 8Q50 11 58 8Q68 6 70 22Z") + solid("M16 26Q50 18 84 26Q50 33 16 26Z") + solid("M22 58L32 36L48 48L50 58ZM78 58L68 36L52 48L50 58Z")),
    "agitator": ("agitator: megaphone", solid("M20 24L66 8V52L20 38ZM26 40L34 56H42L36 42Z") + stroke("M74 20Q82 30 74 40M80 13Q93 30 80 47", 3.4)),
    "fort": ("fort: crenellated tower", solid("M22 56V28H30V10H38V16H45V10H55V16H62V10H70V28H78V56ZM44 56V44Q50 36 56 44V56Z")),
    "bunker": ("bunker", solid("M12 52V34L28 16H72L88 34V52ZM30 30H70V37H30Z")),
    "trench": ("trench", stroke("M8 40V22H26V40H42V22H58V40H74V22H92V40", 5)),
    "supply": ("supply", framed(stroke("M14 42H86"))),
    "depot": ("depot: crates", stroke("M30 8H70V30H30ZM12 32H48V54H12ZM52 32H88V54H52ZM30 8L70 30M12 32L48 54M52 32L88 54", 3)),
    "truck": ("trucks", solid("M6 12H62V44H6ZM66 20H82L94 34V44H66ZM71 25H79L86 34H71Z") + ball(22, 47, 8) + ball(78, 47, 8)),
    "hospital": ("field hospital", framed(solid("M44 14h12v10h10v12h-10v10h-12v-10h-10v-12h10z"))),
    "workshop": ("workshop", framed(stroke("M30 44L58 20", 6), stroke("M56 12a11 11 0 1 0 14 12L62 24L60 18Z", 3))),
    "signals": ("signals", framed(stroke("M24 18L52 18L44 40L76 40", 4))),
}  # fmt: skip
