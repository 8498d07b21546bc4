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
export const guide = (game) => once(`/api/games/${name(game)}/guide`);
export const board = (hash) => once(`/boards/${name(hash)}.json`);
export const board_svg = (hash, theme) => `/boards/${name(hash)}.svg?theme=${theme}`;

export const matches = () => json("GET", "/api/matches");
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
export const person = (who) => json("GET", `/api/people/${name(who)}`);
export const lobby = () => json("GET", "/api/lobby");
export const join = (token) => json("POST", "/api/join", { token });
export const invite_to_club = () => json("POST", "/api/invitations", {});
export const invite = (id, wish) => json("POST", `/api/matches/${name(id)}/invitations`, wish);
export const change_seat = (id, wish) => json("POST", `/api/matches/${name(id)}/seat`, wish);
export const split = (id, wish) => json("POST", `/api/matches/${name(id)}/split`, wish);
export const since = (id, seat) => json("GET", `/api/matches/${name(id)}/since${seen_by(seat)}`);
export const dice = (id) => json("GET", `/api/matches/${name(id)}/dice`);
export const elsewhere = (id) => json("GET", `/api/matches/${name(id)}/elsewhere`);
export const go_elsewhere = (id, wish) => json("POST", `/api/matches/${name(id)}/elsewhere`, wish);
export const paper_path = (id, what, seat, panel = "") => `/api/matches/${name(id)}/papers/${what}?${new URLSearchParams({ ...(seat ? { seat } : {}), ...(panel ? { panel } : {}) })}`;
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
