/** The server over HTTP. An error carries the server's own words. */

export class ServerError extends Error {
  /** @param {number} status @param {{what: string, rule?: string, where?: string}} error */
  constructor(status, error) {
    super(error.what);
    this.status = status;
    this.rule = error.rule ?? "";
    this.where = error.where ?? "";
  }
}

let csrf = "";

async function ask(method, path, body) {
  const given = { method, headers: { accept: "application/json" } };
  if (csrf && method !== "GET") given.headers["x-csrf"] = csrf;
  if (body !== undefined) {
    given.body = body instanceof Blob ? body : JSON.stringify(body);
    given.headers["content-type"] = "application/json";
  }
  let answer;
  try {
    answer = await fetch(path, given);
  } catch {
    throw new ServerError(0, { what: "The server does not answer. Is it still running?" });
  }
  if (!answer.ok) {
    const told = await answer.json().catch(() => null);
    throw new ServerError(answer.status, told?.error ?? { what: `The server answered ${answer.status}.` });
  }
  return answer;
}

const json = async (method, path, body) => {
  const answer = await ask(method, path, body);
  const words = await answer.text();
  return words ? JSON.parse(words) : null;
};

const name = encodeURIComponent;
const kept = new Map();

/** Ask once and remember: what cannot change while the page is open. */
function once(path) {
  if (!kept.has(path)) {
    const answer = json("GET", path);
    answer.catch(() => kept.delete(path));
    kept.set(path, answer);
  }
  return kept.get(path);
}

export const games = () => once("/api/games");
export const rulebook = (game) => once(`/api/games/${name(game)}/rulebook`);
export const rule = (game, id) => once(`/api/games/${name(game)}/rules/${name(id)}`);
export const situations = (game) => once(`/api/games/${name(game)}/odds`);
export const odds = (game, situation, question) => json("POST", `/api/games/${name(game)}/odds/${name(situation)}`, { question });
export const puzzles = (game) => once(`/api/games/${name(game)}/puzzles`);
export const course = (game) => once(`/api/games/${name(game)}/lessons`);
const in_lesson = (game, lesson, n) => `/api/games/${name(game)}/lessons/${name(lesson)}${n === undefined ? "" : `/${n}`}`;
export const lesson = (game, one) => once(in_lesson(game, one));
export const lesson_step = (game, one, n) => once(in_lesson(game, one, n));
export const lesson_ask = (game, one, n, asked) => json("POST", in_lesson(game, one, n), asked);
export const games_anew = () => json("GET", "/api/games");
const shop = (game, ...rest) => ["/api/workshop", name(game), ...rest.map(name)].join("/");
export const bench = (game) => json("GET", shop(game));
export const draft = (game, file, kind = "scenario") => json("GET", `${shop(game, file)}?kind=${name(kind)}`);
export const draft_of_match = (game, id, choices) => json("GET", `${shop(game, "match", id)}?choices=${choices}`);
export const shared_draft = (game, sign) => json("GET", shop(game, "shared", sign));
export const check_draft = (game, text) => json("POST", shop(game), { text });
export const lay_draft = (game, text, gestures, have) => json("POST", shop(game, "lay"), { text, gestures, have });
/** `me`: the seat of whoever plays it; "all": both; empty: the first. */
export const play_draft = (game, text, me = "") => json("POST", shop(game, "play"), { text, me });
export const keep_draft = (game, file, text, replace) => json("POST", shop(game, "keep"), { name: file, text, replace });
export const share_draft = (game, file, text) => json("POST", shop(game, "share"), { name: file, text });
export const try_draft = (game, text, matches, bot) => json("POST", shop(game, "trials"), { text, matches, bot });
export const trial = (game, id) => json("GET", shop(game, "trials", id));
export const end_trial = (game, id) => json("DELETE", shop(game, "trials", id));
/** Another hand draws another map. */
const hand = () => /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=hand]"))?.content ?? "";
export const board = (hash) => once(`/boards/${name(hash)}.json?hand=${hand()}`);
export const small_map = (game, scenario, theme) =>
  `/api/games/${name(game)}/scenarios/${name(scenario)}/map?theme=${theme}&hand=${hand()}`;
export const board_svg = (hash, theme) => `/boards/${name(hash)}.svg?theme=${theme}&hand=${hand()}`;

export const matches = (skip = 0) => json("GET", `/api/matches${skip ? `?skip=${skip}` : ""}`);
export const match = (id) => json("GET", `/api/matches/${name(id)}`);
export const start = (wish) => json("POST", "/api/matches", wish);
export const load = (file) => json("POST", "/api/matches/load", file);
export const remove = (id) => ask("DELETE", `/api/matches/${name(id)}`);
export const save_path = (id) => `/api/matches/${name(id)}/save`;
export const position = (id) => json("GET", `/api/matches/${name(id)}/state`);

export const first_position = (game, scenario) => json("GET", `/api/games/${name(game)}/scenarios/${name(scenario)}/state`);
export const diary = (id, seat) => json("GET", `/api/matches/${name(id)}/diary${seen_by(seat)}`);

const seen_by = (seat) => (seat ? `?seat=${name(seat)}` : "");
export const moments = (id, seat) => json("GET", `/api/matches/${name(id)}/moments${seen_by(seat)}`);
export const moment = (id, n, seat) => json("GET", `/api/matches/${name(id)}/moments/${n}${seen_by(seat)}`);

// ------------------------------------------------------------ a club

/** Who I am; the answer brings the word that goes with every change. */
export async function me() {
  const found = await json("GET", "/api/me");
  csrf = found.csrf ?? "";
  return found;
}
export const login = (wish) => json("POST", "/api/login", wish);
export const register = (wish) => json("POST", "/api/register", wish);
export const logout = () => json("POST", "/api/logout", {});
export const forgotten = (wish) => json("POST", "/api/forgotten", wish);
export const reset_password = (wish) => json("POST", "/api/reset", wish);
export const new_password = (wish) => json("POST", "/api/password", wish);
export const settings = () => json("GET", "/api/settings");
export const set_settings = (wish) => json("POST", "/api/settings", wish);
export const sessions = () => json("GET", "/api/account/sessions");
export const end_session = (wish) => json("POST", "/api/account/sessions/end", wish);
export const second_factor = () => json("GET", "/api/account/second");
export const begin_second = (wish) => json("POST", "/api/account/second/begin", wish);
export const confirm_second = (wish) => json("POST", "/api/account/second/confirm", wish);
export const ladder = (game, skip = 0) => json("GET", `/api/ladder/${encodeURIComponent(game)}?skip=${skip}`);
export const restore_match = (id) => json("POST", `/api/matches/${encodeURIComponent(id)}/restore`, {});
export const passkeys = () => json("GET", "/api/account/passkeys");
export const begin_passkey = (wish) => json("POST", "/api/account/passkeys/begin", wish);
export const keep_passkey = (wish) => json("POST", "/api/account/passkeys", wish);
export const end_passkey = (wish) => json("POST", "/api/account/passkeys/end", wish);
export const ask_passkey = () => json("POST", "/api/passkey/begin", {});
export const login_by_passkey = (wish) => json("POST", "/api/passkey/login", wish);
export const push = () => json("GET", "/api/account/push");
export const add_push = (wish) => json("POST", "/api/account/push", wish);
export const end_push = (wish) => json("POST", "/api/account/push/end", wish);
export const end_second = (wish) => json("POST", "/api/account/second/end", wish);
export const delete_account = (wish) => json("POST", "/api/account/delete", wish);
export const person = (who) => json("GET", `/api/people/${name(who)}`);
export const about_member = (who, wish) => json("POST", `/api/people/${name(who)}`, wish);
export const complaints = () => json("GET", "/api/complaints");
export const settle = (id) => json("POST", "/api/complaints", { id });
export const lobby = (skip = 0) => json("GET", `/api/lobby?skip=${skip}`);
export const tournaments = () => json("GET", "/api/tournaments");
export const tournament = (id) => json("GET", `/api/tournaments/${name(id)}`);
export const open_tournament = (wish) => json("POST", "/api/tournaments", wish);
export const change_tournament = (id, wish) => json("POST", `/api/tournaments/${name(id)}`, wish);
export const join = (token) => json("POST", "/api/join", { token });
export const invite_to_club = () => json("POST", "/api/invitations", {});
export const invite = (id, wish) => json("POST", `/api/matches/${name(id)}/invitations`, wish);
export const change_seat = (id, wish) => json("POST", `/api/matches/${name(id)}/seat`, wish);
export const split = (id, wish) => json("POST", `/api/matches/${name(id)}/split`, wish);
export const since = (id, seat) => json("GET", `/api/matches/${name(id)}/since${seen_by(seat)}`);
export const dice = (id) => json("GET", `/api/matches/${name(id)}/dice`);
export const elsewhere = (id) => json("GET", `/api/matches/${name(id)}/elsewhere`);
export const go_elsewhere = (id, wish) => json("POST", `/api/matches/${name(id)}/elsewhere`, wish);
export const paper_path = (id, what, seat, panel = "") =>
  `/api/matches/${name(id)}/papers/${what}?${new URLSearchParams({ ...(seat ? { seat } : {}), ...(panel ? { panel } : {}) })}`;
export const sheet_path = (id, seat) => `/api/matches/${name(id)}/sheet${seen_by(seat)}`;

/** A file that the server makes: what and how it wants to be called. */
export async function report(id, wish) {
  const answer = await ask("POST", `/api/matches/${name(id)}/report`, wish);
  return { file: await answer.blob(), called: file_name(answer, `grognard-report-${id}.json`) };
}

export async function save(id) {
  const answer = await ask("GET", save_path(id));
  return { file: await answer.blob(), called: file_name(answer, `grognard-${id}.json`) };
}

function file_name(answer, otherwise) {
  return /filename="?([^";]+)"?/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? otherwise;
}

/** Lay a file into the browser's downloads. */
export function download({ file, called }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = called;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
