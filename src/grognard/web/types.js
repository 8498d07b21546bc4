/**
 * The types of scenes and messages. Made from grognard.kernel.scene and grognard.server.wire by tools/wire_types.py:
 * do not edit. A field in brackets is left out where it has its default.
 * @module
 */

export {};

/**
 * How a kind of terrain, line, symbol or marker is drawn. Data, so that a game looks like itself.
 * @typedef {Object} Style
 * @property {string} [fill]
 * @property {string} [stroke]
 * @property {number} [width]
 * @property {string} [dash]
 * @property {string} [pattern]
 * @property {string} [casing]
 * @property {string} [text]
 * @property {number} [order]
 */

/**
 * A place that pieces can stand in: a hex, a square, a node, a box beside the map. The open table has none or few.
 * @typedef {Object} Region
 * @property {string} id
 * @property {[number, number]} at
 * @property {([number, number])[]} [outline]
 * @property {string} [kind]
 * @property {string} [label]
 * @property {string} [note]
 * @property {number} [elevation]
 * @property {number} [radius]
 * @property {string[]} [tags]
 */

/**
 * A way between two regions that is itself drawn (node maps).
 * @typedef {Object} Link
 * @property {string} a
 * @property {string} b
 * @property {string} [kind]
 * @property {string} [label]
 * @property {([number, number])[]} [path]
 */

/**
 * Ground that is drawn and not stood in: roads, streams along hexsides, crests, woods, coasts, hills, a river.
 * @typedef {Object} Feature
 * @property {string} kind
 * @property {([number, number])[]} points
 * @property {boolean} [closed]
 * @property {string} [label]
 * @property {number} [width]
 */

/**
 * A board as data. `styles` maps every kind that occurs in it to how it is drawn.
 * @typedef {Object} BoardPicture
 * @property {"hex" | "square" | "graph" | "table"} kind
 * @property {number} width
 * @property {number} height
 * @property {string} [title]
 * @property {Region[]} [regions]
 * @property {Link[]} [links]
 * @property {Feature[]} [features]
 * @property {Object<string, Style>} [styles]
 * @property {string} [background]
 * @property {number} [unit]
 * @property {Object<string, string>} [legend]
 * @property {string} [credit]
 */

/**
 * A counter, block, base, ship, leader. A hidden piece shows nothing but side, place and facing.
 * @typedef {Object} Piece
 * @property {string} id
 * @property {string} side
 * @property {string} [at]
 * @property {number | null} [x]
 * @property {number | null} [y]
 * @property {number | null} [facing]
 * @property {number} [width]
 * @property {number} [depth]
 * @property {string} [symbol]
 * @property {string} [size]
 * @property {string} [name]
 * @property {string} [short]
 * @property {string[]} [values]
 * @property {number} [steps]
 * @property {number} [steps_full]
 * @property {string[]} [states]
 * @property {string} [formation]
 * @property {boolean} [hidden]
 * @property {number} [order]
 * @property {Object<string, string>} [facts]
 */

/**
 * Something on the map that is no piece: a trench, a fire plan, control, an objective, smoke.
 * @typedef {Object} Marker
 * @property {string} id
 * @property {string} kind
 * @property {string} [at]
 * @property {number | null} [x]
 * @property {number | null} [y]
 * @property {string} [side]
 * @property {string} [label]
 * @property {string} [tip]
 */

/**
 * A layer that the player can switch on: zones of control, command range, sight, supply.
 * @typedef {Object} Overlay
 * @property {string} id
 * @property {string} title
 * @property {string[]} [regions]
 * @property {(([number, number])[])[]} [lines]
 * @property {(([number, number])[])[]} [areas]
 * @property {string} [side]
 * @property {string} [rule]
 */

/**
 * @typedef {Object} Card
 * @property {string} id
 * @property {string} title
 * @property {string} [side]
 * @property {string} [text]
 * @property {string} [corner]
 * @property {string[]} [uses]
 * @property {string[]} [states]
 * @property {boolean} [hidden]
 * @property {string} [symbol]
 */

/**
 * A step of a track, a cell of a sheet.
 * @typedef {Object} Cell
 * @property {string} text
 * @property {boolean} [current]
 * @property {string} [side]
 * @property {string} [rule]
 * @property {string} [tip]
 * @property {string[]} [pieces]
 */

/**
 * Whatever stands beside the map. Only the fields of its kind are filled.
 * @typedef {Object} Panel
 * @property {string} id
 * @property {string} title
 * @property {"track" | "box" | "hand" | "sheet" | "text"} kind
 * @property {Cell[]} [cells]
 * @property {string[]} [pieces]
 * @property {Card[]} [cards]
 * @property {string[]} [columns]
 * @property {Cell[][]} [rows]
 * @property {string[]} [lines]
 * @property {string} [side]
 */

/**
 * @typedef {Object} TermView
 * @property {string} text
 * @property {string} amount
 * @property {string} [rule]
 */

/**
 * A number with its reasons, opened.
 * @typedef {Object} TallyView
 * @property {string} title
 * @property {string} total
 * @property {TermView[]} [terms]
 */

/**
 * A distribution in words and numbers, for a small chart: outcome -> probability.
 * @typedef {Object} OddsView
 * @property {string} title
 * @property {([string, number])[]} [outcomes]
 * @property {string} [rule]
 * @property {number[]} [good]
 * @property {string} [words]
 */

/**
 * One thing that can be chosen: its value for the wire, its words, and what it acts on.
 * @typedef {Object} OptionView
 * @property {any} value
 * @property {string} label
 * @property {string} [piece]
 * @property {string} [place]
 * @property {"" | "move" | "attack" | "fire" | "transit" | "order"} [kind]
 * @property {boolean} [decline]
 * @property {boolean} [done]
 * @property {boolean} [final]
 * @property {string[]} [path]
 * @property {string} [cost]
 * @property {string} [group]
 * @property {TallyView[]} [tallies]
 * @property {OddsView[]} [odds]
 * @property {number | null} [facing]
 * @property {string} [row]
 * @property {string} [verb]
 * @property {string} [slot]
 * @property {boolean} [under]
 */

/**
 * One row of an order board: a formation, the order that it has, and whom to touch for a new one.
 * @typedef {Object} RowView
 * @property {string} id
 * @property {string} title
 * @property {string} [piece]
 * @property {string} [now]
 * @property {string} [place]
 * @property {string[]} [path]
 * @property {string} [note]
 */

/**
 * A decision as its own seat sees it.
 * @typedef {Object} DecisionView
 * @property {string} seat
 * @property {"options" | "checked" | "draft"} form
 * @property {string} prompt
 * @property {string} rule
 * @property {number} number
 * @property {string} [name]
 * @property {OptionView[]} [options]
 * @property {OptionView[]} [items]
 * @property {RefusalView[]} [violations]
 * @property {boolean} [complete]
 * @property {Object<string, any>} [shape]
 * @property {string} [piece]
 * @property {string} [place]
 * @property {boolean} [way]
 * @property {string} [every]
 * @property {string[]} [along]
 * @property {string[]} [layers]
 * @property {number[]} [reach]
 * @property {GhostView[]} [ghosts]
 * @property {OptionView[]} [whole]
 * @property {RowView[]} [rows]
 * @property {TallyView[]} [tallies]
 * @property {OddsView[]} [odds]
 * @property {string} [stakes]
 * @property {string} [panel]
 * @property {string} [help]
 */

/**
 * Where something of the open table would stand if the value that is thought of were chosen: a base, or an outline.
 * @typedef {Object} GhostView
 * @property {string} piece
 * @property {number} [x]
 * @property {number} [y]
 * @property {number} [facing]
 * @property {number} [width]
 * @property {number} [depth]
 * @property {string} [symbol]
 * @property {string} [name]
 * @property {([number, number])[]} [points]
 */

/**
 * @typedef {Object} RefusalView
 * @property {string} rule
 * @property {string} why
 * @property {Object<string, any>} [facts]
 */

/**
 * A line of the diary as a seat may read it.
 * @typedef {Object} EventView
 * @property {number} number
 * @property {string} rule
 * @property {string} text
 * @property {string} [kind]
 * @property {number} [after]
 * @property {number[]} [dice]
 * @property {number} [sides]
 * @property {string} [place]
 * @property {string} [piece]
 * @property {string} [side]
 * @property {TallyView[]} [tallies]
 */

/**
 * Something that wins or counts: what it is, how it stands, what it needs. With a place it carries a badge on the map.
 * @typedef {Object} Objective
 * @property {string} id
 * @property {string} title
 * @property {string} [rule]
 * @property {string} [side]
 * @property {string} [now]
 * @property {string} [needed]
 * @property {number | null} [part]
 * @property {string} [place]
 * @property {string} [worth]
 * @property {string} [holder]
 */

/**
 * What moved or fired since this seat last chose: an arrow on the map until it chooses again.
 * @typedef {Object} Trace
 * @property {string} piece
 * @property {string[]} [path]
 * @property {([number, number])[]} [points]
 * @property {"" | "move" | "attack" | "fire" | "transit" | "order"} [kind]
 * @property {string} [side]
 * @property {string} [text]
 */

/**
 * One side of a fight: who fights, with what numbers, to what end.
 * @typedef {Object} FightSide
 * @property {string} side
 * @property {string} title
 * @property {string[]} [pieces]
 * @property {TallyView[]} [tallies]
 * @property {OddsView[]} [odds]
 * @property {number[]} [dice]
 * @property {number} [faces]
 * @property {string[]} [losses]
 */

/**
 * A fight: before the dice with its odds, after them with its result. Shown in a window beside its place.
 * @typedef {Object} FightView
 * @property {string} title
 * @property {string} [rule]
 * @property {string} [place]
 * @property {FightSide[]} [sides]
 * @property {string[]} [warnings]
 * @property {string} [result]
 */

/**
 * @typedef {Object} Scene
 * @property {string} game
 * @property {string} scenario
 * @property {string | null} seat
 * @property {string} title
 * @property {string} [board]
 * @property {string} [turn]
 * @property {string} [phase]
 * @property {Object<string, Style>} [sides]
 * @property {Object<string, string>} [side_names]
 * @property {Piece[]} [pieces]
 * @property {Marker[]} [markers]
 * @property {Overlay[]} [overlays]
 * @property {Panel[]} [panels]
 * @property {string[]} [status]
 * @property {Object<string, string>} [score]
 * @property {Objective[]} [objectives]
 * @property {string} [left]
 * @property {Trace[]} [traces]
 * @property {FightView | null} [fight]
 * @property {DecisionView | null} [decision]
 * @property {string[]} [waiting]
 * @property {string} [elsewhere]
 * @property {EventView[]} [diary]
 * @property {number} [number]
 * @property {string} [over]
 * @property {string} [won]
 * @property {boolean} [undo]
 * @property {boolean} [undo_turn]
 * @property {string[]} [marks]
 */

/**
 * @typedef {Object} ScenarioInfo
 * @property {string} name
 * @property {string} title
 * @property {string} [blurb]
 * @property {Object<string, string>} [sides]
 * @property {Object<string, any>} [options]
 * @property {string} [problem]
 */

/**
 * @typedef {Object} GameInfo
 * @property {string} name
 * @property {string} title
 * @property {string} [blurb]
 * @property {ScenarioInfo[]} [scenarios]
 * @property {Option[]} [options]
 * @property {string[]} [bots]
 * @property {boolean} [hidden]
 * @property {number} [lessons]
 * @property {boolean} [rules]
 * @property {string} [era]
 * @property {string} [length]
 * @property {number} [weight]
 * @property {string} [cover]
 */

/**
 * @typedef {Object} Chapter
 * @property {string} name
 * @property {string} title
 * @property {string[]} [rules]
 */

/**
 * @typedef {Object} Rulebook
 * @property {string} title
 * @property {string} [source]
 * @property {Chapter[]} [chapters]
 * @property {Rule[]} [rules]
 * @property {Ruling[]} [rulings]
 * @property {ReferencePage[]} [pages]
 */

/**
 * @typedef {Object} RuleAnswer
 * @property {Rule | null} [rule]
 * @property {Ruling[]} [rulings]
 * @property {Ruling | null} [ruling]
 */

/**
 * A position as data, with its shape as JSON schema, to write a patch by.
 * @typedef {Object} Position
 * @property {any} state
 * @property {Object<string, any>} shape
 */

/**
 * @typedef {Object} SeatWish
 * @property {"me" | "other" | "bot" | "open"} [kind]
 * @property {string} [bot]
 */

/**
 * @typedef {Object} NewMatch
 * @property {string} game
 * @property {string} [scenario]
 * @property {Object<string, any>} [options]
 * @property {Object<string, SeatWish>} [seats]
 * @property {string | null} [seed]
 * @property {"stream" | "by hand"} [dice]
 * @property {Object<string, any> | null} [situation]
 * @property {string} [title]
 * @property {boolean} [public]
 * @property {boolean} [umpire]
 * @property {boolean} [rated]
 * @property {number} [delay]
 * @property {Clock | null} [clock]
 * @property {Object<string, string>} [split]
 * @property {Object<string, string>} [nonces]
 */

/**
 * @typedef {Object} SeatInfo
 * @property {string} side
 * @property {string} name
 * @property {"me" | "other" | "bot" | "open"} kind
 * @property {string} [bot]
 * @property {string[]} [people]
 * @property {number | null} [left]
 * @property {boolean} [away]
 */

/**
 * A match in a list.
 * @typedef {Object} MatchRow
 * @property {string} id
 * @property {string} game
 * @property {string} scenario
 * @property {string} title
 * @property {Object<string, SeatInfo>} seats
 * @property {string} created
 * @property {string} updated
 * @property {string} [turn]
 * @property {number} [number]
 * @property {string} [over]
 * @property {string[]} [waiting]
 * @property {string[]} [marks]
 * @property {boolean} [club]
 * @property {boolean} [public]
 * @property {string} [owner]
 * @property {boolean} [mine]
 * @property {string[]} [umpires]
 * @property {boolean} [judge]
 * @property {Terms | null} [terms]
 * @property {string} [home]
 */

/**
 * A question that may be settled by another match: what is offered, and how far it is.
 * @typedef {Object} ElsewhereInfo
 * @property {string} words
 * @property {string} title
 * @property {string} game
 * @property {string} [match]
 * @property {string} [turn]
 * @property {string} [over]
 * @property {string} [answer]
 */

/**
 * @typedef {Object} ElsewhereWish
 * @property {"start" | "enter"} do
 * @property {boolean} [bots]
 */

/**
 * @typedef {Object} Moment
 * @property {number} n
 * @property {string} [text]
 * @property {string} [rule]
 * @property {string} [place]
 * @property {string} [turn]
 */

/**
 * @typedef {Object} ReportWish
 * @property {number | null} [line]
 * @property {string} [words]
 * @property {string} [seat]
 */

/**
 * @typedef {Object} ErrorInfo
 * @property {string} what
 * @property {string} [rule]
 * @property {string} [where]
 */

/**
 * @typedef {Object} ErrorAnswer
 * @property {ErrorInfo} error
 */

/**
 * @typedef {Object} Look
 * @property {"look"} do
 * @property {number | string | null} [id]
 */

/**
 * @typedef {Object} Choose
 * @property {"choose"} do
 * @property {number | string | null} [id]
 * @property {number} number
 * @property {any} value
 * @property {string} [at]
 */

/**
 * @typedef {Object} Check
 * @property {"check"} do
 * @property {number | string | null} [id]
 * @property {any} value
 */

/**
 * @typedef {Object} DraftItems
 * @property {"draft"} do
 * @property {number | string | null} [id]
 * @property {any[]} items
 */

/**
 * @typedef {Object} Why
 * @property {"why"} do
 * @property {number | string | null} [id]
 * @property {string} [piece]
 * @property {string} [place]
 * @property {any} [value]
 */

/**
 * What would my staff do? Nothing is chosen.
 * @typedef {Object} Hint
 * @property {"hint"} do
 * @property {number | string | null} [id]
 */

/**
 * What may come of this? Tried in imagined worlds; nothing is chosen.
 * @typedef {Object} Try
 * @property {"try"} do
 * @property {number | string | null} [id]
 * @property {any} value
 */

/**
 * Where does a chain of this question lead? Nothing is chosen.
 * @typedef {Object} Routes
 * @property {"routes"} do
 * @property {number | string | null} [id]
 */

/**
 * @typedef {Object} Undo
 * @property {"undo"} do
 * @property {number | string | null} [id]
 * @property {boolean} [turn]
 */

/**
 * @typedef {Object} Withdraw
 * @property {"withdraw"} do
 * @property {number | string | null} [id]
 */

/**
 * @typedef {Object} Sit
 * @property {"sit"} do
 * @property {number | string | null} [id]
 * @property {string} seat
 */

/**
 * @typedef {Object} Stand
 * @property {"stand"} do
 * @property {number | string | null} [id]
 * @property {string} rule
 * @property {any} answer
 * @property {string} [piece]
 * @property {string} [place]
 * @property {number | null} [below_odds]
 * @property {string} [until]
 */

/**
 * @typedef {Object} StandDown
 * @property {"stand_down"} do
 * @property {number | string | null} [id]
 * @property {string | null} [rule]
 */

/**
 * @typedef {Object} RollBack
 * @property {"roll_back"} do
 * @property {number | string | null} [id]
 * @property {number} n
 */

/**
 * @typedef {Object} Correct
 * @property {"correct"} do
 * @property {number | string | null} [id]
 * @property {Object<string, any>} patch
 * @property {string} why
 */

/**
 * An umpire's line in the diary of these seats alone.
 * @typedef {Object} HandOut
 * @property {"hand_out"} do
 * @property {number | string | null} [id]
 * @property {string} text
 * @property {string[]} to
 */

/**
 * @typedef {Object} Resign
 * @property {"resign"} do
 * @property {number | string | null} [id]
 */

/**
 * A draw, a roll-back to moment n of one's own replay, or a house ruling, offered to the others.
 * @typedef {Object} OfferMade
 * @property {"offer"} do
 * @property {number | string | null} [id]
 * @property {"draw" | "roll_back" | "correct"} what
 * @property {number} [n]
 * @property {Object<string, any>} [patch]
 * @property {string} [why]
 */

/**
 * @typedef {Object} OfferAnswered
 * @property {"answer"} do
 * @property {number | string | null} [id]
 * @property {"draw" | "roll_back" | "correct" | "resign"} what
 * @property {boolean} [yes]
 * @property {string} [mark]
 */

/**
 * Chat. `to`: seats that may read it (the umpire, and a side among itself).
 * @typedef {Object} Say
 * @property {"say"} do
 * @property {number | string | null} [id]
 * @property {string} text
 * @property {string[]} [to]
 */

/**
 * Words of this seat that are mixed into the dice, before the first roll.
 * @typedef {Object} Nonce
 * @property {"nonce"} do
 * @property {number | string | null} [id]
 * @property {string} words
 */

/**
 * @typedef {Object} AsText
 * @property {"text"} do
 * @property {number | string | null} [id]
 */

/**
 * @typedef {Object} Ping
 * @property {"ping"} do
 * @property {number | string | null} [id]
 */

/**
 * @typedef {Object} Hello
 * @property {"hello"} kind
 * @property {number | string | null} [re]
 * @property {MatchRow} row
 * @property {string | null} seat
 */

/**
 * @typedef {Object} SceneAnswer
 * @property {"scene"} kind
 * @property {number | string | null} [re]
 * @property {Scene} scene
 * @property {string} at
 * @property {string[]} [asked]
 */

/**
 * @typedef {Object} Late
 * @property {"late"} kind
 * @property {number | string | null} [re]
 * @property {Scene} scene
 * @property {string} at
 * @property {string[]} [asked]
 */

/**
 * @typedef {Object} Difference
 * @property {"difference"} kind
 * @property {number | string | null} [re]
 * @property {number} number
 * @property {string} at
 * @property {string[]} [asked]
 * @property {([(string | number)[], any])[]} [changes]
 */

/**
 * @typedef {Object} StepAnswer
 * @property {"step"} kind
 * @property {number | string | null} [re]
 * @property {string} text
 * @property {number} number
 * @property {string} at
 * @property {string} [seat]
 * @property {string[]} [asked]
 * @property {([(string | number)[], any])[] | null} [changes]
 * @property {Scene | null} [scene]
 */

/**
 * @typedef {Object} Done
 * @property {"done"} kind
 * @property {number | string | null} [re]
 */

/**
 * @typedef {Object} RefusedAnswer
 * @property {"refused"} kind
 * @property {number | string | null} [re]
 * @property {RefusalView[]} refusals
 */

/**
 * @typedef {Object} Checked
 * @property {"checked"} kind
 * @property {number | string | null} [re]
 * @property {RefusalView[]} [refusals]
 * @property {GhostView[]} [ghosts]
 */

/**
 * @typedef {Object} DraftAnswer
 * @property {"draft"} kind
 * @property {number | string | null} [re]
 * @property {DecisionView} decision
 */

/**
 * @typedef {Object} WhyAnswer
 * @property {"why"} kind
 * @property {number | string | null} [re]
 * @property {RefusalView | null} refusal
 */

/**
 * What a bot would choose in this seat, and why.
 * @typedef {Object} HintAnswer
 * @property {"hint"} kind
 * @property {number | string | null} [re]
 * @property {number} number
 * @property {any} value
 * @property {OptionView[]} [choices]
 * @property {string[]} [reasons]
 * @property {string[]} [others]
 * @property {GhostView[]} [ghosts]
 */

/**
 * @typedef {Object} TrialAnswer
 * @property {"trial"} kind
 * @property {number | string | null} [re]
 * @property {number} [trials]
 * @property {OddsView[]} [odds]
 * @property {string} [words]
 */

/**
 * @typedef {Object} RoutesAnswer
 * @property {"routes"} kind
 * @property {number | string | null} [re]
 * @property {number} number
 * @property {Route[]} [routes]
 */

/**
 * @typedef {Object} Thinking
 * @property {"thinking"} kind
 * @property {number | string | null} [re]
 * @property {string} seat
 */

/**
 * @typedef {Object} OverAnswer
 * @property {"over"} kind
 * @property {number | string | null} [re]
 * @property {string} text
 */

/**
 * @typedef {Object} Note
 * @property {"note"} kind
 * @property {number | string | null} [re]
 * @property {string} text
 */

/**
 * @typedef {Object} Offer
 * @property {string} what
 * @property {string} by
 * @property {string[]} [agreed]
 * @property {string} [text]
 * @property {string} [mark]
 */

/**
 * @typedef {Object} Offers
 * @property {"offers"} kind
 * @property {number | string | null} [re]
 * @property {Offer[]} [offers]
 */

/**
 * @typedef {Object} Chat
 * @property {"chat"} kind
 * @property {number | string | null} [re]
 * @property {ChatLine[]} [lines]
 */

/**
 * @typedef {Object} Presence
 * @property {"present"} kind
 * @property {number | string | null} [re]
 * @property {string[]} [people]
 */

/**
 * @typedef {Object} RowAnswer
 * @property {"row"} kind
 * @property {number | string | null} [re]
 * @property {MatchRow} row
 */

/**
 * @typedef {Object} TextAnswer
 * @property {"text"} kind
 * @property {number | string | null} [re]
 * @property {string} text
 */

/**
 * @typedef {Object} Pong
 * @property {"pong"} kind
 * @property {number | string | null} [re]
 */

/**
 * @typedef {Object} ErrorSaid
 * @property {"error"} kind
 * @property {number | string | null} [re]
 * @property {string} what
 */

/**
 * Who asks. At home (`club` false) nobody has to say.
 * @typedef {Object} Me
 * @property {boolean} [club]
 * @property {string} [club_name]
 * @property {string} [name]
 * @property {boolean} [admin]
 * @property {string} [csrf]
 * @property {"open" | "invited" | "closed"} [registration]
 * @property {boolean} [mails]
 * @property {boolean} [passkeys]
 */

/**
 * @typedef {Object} Login
 * @property {string} name
 * @property {string} password
 * @property {string} [code]
 */

/**
 * @typedef {Object} Registration
 * @property {string} name
 * @property {string} password
 * @property {string} [invitation]
 */

/**
 * @typedef {Object} NewPassword
 * @property {string} old
 * @property {string} new
 */

/**
 * @typedef {Object} ForgottenPassword
 * @property {string} name
 */

/**
 * @typedef {Object} ResetPassword
 * @property {string} token
 * @property {string} new
 */

/**
 * Where a person is logged in.
 * @typedef {Object} SessionInfo
 * @property {string} id
 * @property {string} since
 * @property {string} [device]
 * @property {boolean} [this]
 */

/**
 * One session; without an id all but the one that asks.
 * @typedef {Object} EndSession
 * @property {string} [id]
 */

/**
 * @typedef {Object} SecondFactor
 * @property {boolean} [on]
 * @property {number} [paper]
 */

/**
 * For the device that makes the codes, to type in or as an address.
 * @typedef {Object} SecondKey
 * @property {string} secret
 * @property {string} uri
 */

/**
 * Each good for one login without the device; shown once.
 * @typedef {Object} PaperCodes
 * @property {string[]} codes
 */

/**
 * That it is really this person: the password, and the code where there is a second factor.
 * @typedef {Object} Proof
 * @property {string} password
 * @property {string} [code]
 */

/**
 * @typedef {Object} CodeGiven
 * @property {string} code
 */

/**
 * What the browser is to ask its device, and a token that goes back with the answer.
 * @typedef {Object} PasskeyOptions
 * @property {string} token
 * @property {any} options
 */

/**
 * What the device signed, as the browser writes it (`PublicKeyCredential.toJSON()`).
 * @typedef {Object} PasskeyAnswer
 * @property {string} token
 * @property {Object<string, any>} credential
 * @property {string} [name]
 */

/**
 * @typedef {Object} PasskeyInfo
 * @property {string} id
 * @property {string} name
 * @property {string} since
 */

/**
 * @typedef {Object} EndPasskey
 * @property {string} password
 * @property {string} [code]
 * @property {string} [id]
 */

/**
 * Where a browser's maker takes messages for it, and the keys by which it reads them.
 * @typedef {Object} PushAddress
 * @property {string} endpoint
 * @property {string} p256dh
 * @property {string} auth
 */

/**
 * @typedef {Object} PushInfo
 * @property {string} [key]
 * @property {number} [browsers]
 */

/**
 * @typedef {Object} EndPush
 * @property {string} [endpoint]
 */

/**
 * How a person wants to be told, and when he is away.
 * @typedef {Object} Settings
 * @property {string} [mail]
 * @property {string} [webhook]
 * @property {boolean} [forced]
 * @property {string[][]} [holidays]
 */

/**
 * With the password where the address for mail is a new one: links to new passwords go there.
 * @typedef {Object} NewSettings
 * @property {string} [mail]
 * @property {string} [webhook]
 * @property {boolean} [forced]
 * @property {string[][]} [holidays]
 * @property {string} [password]
 */

/**
 * Time for a seat: so much in all, and so much back for every turn of the match.
 * @typedef {Object} Clock
 * @property {number} [hours]
 * @property {number} [back]
 * @property {"lose" | "bot" | "vacant"} [then]
 */

/**
 * @typedef {Object} NewTournament
 * @property {string} game
 * @property {string} scenario
 * @property {string} [title]
 * @property {"swiss" | "knockout" | "league"} [kind]
 * @property {number} [rounds]
 * @property {Clock | null} [clock]
 */

/**
 * @typedef {Object} TournamentWish
 * @property {"enter" | "withdraw" | "begin" | "close"} do
 */

/**
 * @typedef {Object} TournamentRow
 * @property {string} id
 * @property {string} title
 * @property {string} game
 * @property {string} scenario
 * @property {string} kind
 * @property {string} phase
 * @property {number} [players]
 * @property {number} [rounds]
 */

/**
 * @typedef {Object} TournamentStanding
 * @property {string} name
 * @property {number} [points]
 * @property {number} [strength]
 * @property {number} [won]
 * @property {number} [drawn]
 * @property {number} [lost]
 * @property {boolean} [gone]
 */

/**
 * @typedef {Object} TournamentPairing
 * @property {string} first
 * @property {string} [second]
 * @property {string} [match]
 * @property {string} [outcome]
 */

/**
 * A tournament as a person sees it; the best stands first.
 * @typedef {Object} TournamentInfo
 * @property {string} id
 * @property {string} title
 * @property {string} game
 * @property {string} scenario
 * @property {string} kind
 * @property {string} phase
 * @property {number} rounds
 * @property {Clock | null} [clock]
 * @property {string} [owner]
 * @property {boolean} [mine]
 * @property {boolean} [playing]
 * @property {TournamentStanding[]} [standings]
 * @property {TournamentPairing[][]} [played]
 */

/**
 * What those who opened a match agreed on.
 * @typedef {Object} Terms
 * @property {Clock | null} [clock]
 * @property {boolean} [umpire]
 * @property {boolean} [rated]
 * @property {string} [unrated]
 * @property {string} [dice]
 * @property {string} [closed]
 * @property {number} [delay]
 * @property {string[]} [helped]
 */

/**
 * @typedef {Object} Record
 * @property {string} game
 * @property {number} [played]
 * @property {number} [won]
 * @property {number} [lost]
 * @property {number} [drawn]
 * @property {number} [rating]
 */

/**
 * A rung of a game's ladder; the best stands first.
 * @typedef {Object} LadderRow
 * @property {string} name
 * @property {number} rating
 * @property {number} played
 */

/**
 * @typedef {Object} Profile
 * @property {string} name
 * @property {string} since
 * @property {Record[]} [records]
 * @property {boolean} [muted]
 */

/**
 * What one does about another member; `silence` and `ban` are for those who run the club.
 * @typedef {Object} MemberWish
 * @property {"mute" | "unmute" | "report" | "silence" | "ban"} do
 * @property {string} [words]
 * @property {string} [match]
 * @property {number} [days]
 */

/**
 * @typedef {Object} Complaint
 * @property {number} id
 * @property {string} made
 * @property {string} by
 * @property {string} about
 * @property {string} [match]
 * @property {string} [words]
 */

/**
 * @typedef {Object} Settled
 * @property {number} id
 */

/**
 * A link to a seat; seat "-": to watch; "umpire".
 * @typedef {Object} Invite
 * @property {string} seat
 * @property {number} [uses]
 */

/**
 * @typedef {Object} Join
 * @property {string} token
 */

/**
 * Sit down, stand up, let a bot or nobody sit there, send somebody away.
 * @typedef {Object} SeatChange
 * @property {string} seat
 * @property {"sit" | "leave" | "bot" | "vacate" | "dismiss"} [do]
 * @property {string} [bot]
 * @property {string} [who]
 */

/**
 * The seats of a match from now on, each with its side.
 * @typedef {Object} Split
 * @property {Object<string, string>} seats
 */

/**
 * @typedef {Object} ChatLine
 * @property {number} n
 * @property {string} made
 * @property {string} who
 * @property {string} text
 * @property {string[]} [to]
 */

/**
 * The first moment of the replay that this person has not seen, and how many there are.
 * @typedef {Object} Since
 * @property {number} n
 * @property {number} moments
 */

/**
 * @typedef {Object} DiceRoll
 * @property {string} spec
 * @property {number[]} outcome
 * @property {number} epoch
 * @property {number} position
 */

/**
 * What can be known of the dice: the hash before the first roll, the nonces of the seats, the secret when all is over.
 * @typedef {Object} DiceFacts
 * @property {string} commitment
 * @property {Object<string, string>} nonces
 * @property {string} [secret]
 * @property {DiceRoll[]} [rolls]
 */

/**
 * @typedef {Object} Health
 * @property {boolean} ok
 * @property {string} version
 * @property {string} database
 * @property {number} [live]
 * @property {number} [connections]
 */

/**
 * A lesson in the list of a game.
 * @typedef {Object} CourseEntry
 * @property {string} name
 * @property {string} title
 * @property {string} [blurb]
 * @property {number} [minutes]
 * @property {number} [steps]
 */

/**
 * What is said, what is lit, and what the learner is to do: choose this, or touch what cannot be done.
 * @typedef {Object} LessonStep
 * @property {string} say
 * @property {string} [title]
 * @property {string} [look]
 * @property {string} [wrong]
 * @property {boolean} [asks]
 * @property {any} [value]
 * @property {OptionView[]} [choices]
 * @property {GhostView[]} [ghosts]
 * @property {boolean} [touch]
 * @property {string} [piece]
 * @property {string} [place]
 */

/**
 * @typedef {Object} LessonInfo
 * @property {string} name
 * @property {string} title
 * @property {string} game
 * @property {string} scenario
 * @property {string} seat
 * @property {Object<string, string>} names
 * @property {Object<string, string>} sides
 * @property {LessonStep[]} [steps]
 * @property {string} [next]
 */

/**
 * Asked in the middle of a lesson: why not this, what of this sheet, may this stand here.
 * @typedef {Object} LessonAsk
 * @property {"why" | "draft" | "check"} do
 * @property {string} [piece]
 * @property {string} [place]
 * @property {any} [value]
 * @property {any[]} [items]
 */

/**
 * @typedef {Object} LessonTold
 * @property {RefusalView | null} [refusal]
 * @property {RefusalView[]} [refusals]
 * @property {GhostView[]} [ghosts]
 * @property {DecisionView | null} [decision]
 */

/**
 * A situation that comes with a game, and what is asked about it.
 * @typedef {Object} SituationInfo
 * @property {string} name
 * @property {string} title
 * @property {string} [blurb]
 * @property {Object<string, any>} [question]
 */

/**
 * @typedef {Object} OddsWish
 * @property {Object<string, any> | null} [question]
 */

/**
 * @typedef {Object} OddsAnswer
 * @property {Object<string, any>} question
 * @property {OddsView[]} odds
 */

/**
 * A place, the way there, and the choices that lead to it, the stop at its end included.
 * @typedef {Object} Route
 * @property {string} place
 * @property {string[]} path
 * @property {any[]} values
 */

/**
 * One atomic rule. Its id is permanent.
 * @typedef {Object} Rule
 * @property {string} id
 * @property {string} title
 * @property {string} text
 * @property {"core" | "optional" | "base" | "note"} scope
 * @property {string} [example]
 */

/**
 * How this project decides a gap, a contradiction or an ambiguity of the source.
 * @typedef {Object} Ruling
 * @property {string} id
 * @property {string[]} about
 * @property {string} question
 * @property {string} answer
 * @property {string} why
 * @property {string} [option]
 */

/**
 * @typedef {Object} ReferencePage
 * @property {string} title
 * @property {string} [text]
 * @property {BookEntry[]} [entries]
 */

/**
 * Something to look up: its title, the name by which options and files call it, a few lines.
 * @typedef {Object} BookEntry
 * @property {string} title
 * @property {string} [name]
 * @property {string} [group]
 * @property {string[]} [lines]
 */

/**
 * Something that a scenario or the players may set.
 * @typedef {Object} Option
 * @property {string} name
 * @property {string} title
 * @property {"bool" | "choice" | "int" | "text"} kind
 * @property {boolean | number | string} default
 * @property {string} [text]
 * @property {string[]} [choices]
 * @property {string[]} [words]
 * @property {number | null} [min]
 * @property {number | null} [max]
 * @property {string} [rule]
 */

/** @typedef {Look | Choose | Check | DraftItems | Why | Hint | Try | Routes | Undo | Withdraw | Sit | Stand | StandDown | RollBack | Correct | HandOut | Resign | OfferMade | OfferAnswered | Say | Nonce | AsText | Ping} ClientSays */

/** @typedef {Hello | SceneAnswer | Late | Difference | StepAnswer | Done | RefusedAnswer | Checked | DraftAnswer | WhyAnswer | HintAnswer | TrialAnswer | RoutesAnswer | Thinking | OverAnswer | Note | Offers | Chat | Presence | RowAnswer | TextAnswer | Pong | ErrorSaid} ServerSays */
