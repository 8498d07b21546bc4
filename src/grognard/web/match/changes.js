/** Differences between scenes, as the server sends them (docs/wire.md). */

/**
 * The scene after these changes; the old one stays as it was.
 * @param {import("../types.js").Scene} scene
 * @param {[(string | number)[], any][]} changes
 * @returns {import("../types.js").Scene}
 */
export function changed(scene, changes) {
  const made = { ...scene };
  for (const [path, value] of changes) {
    const [key, id] = path;
    if (path.length === 1) {
      if (value === null) delete made[key];
      else made[key] = value;
      continue;
    }
    const name = key === "diary" ? "number" : "id";
    const things = new Map((made[key] ?? []).map((thing) => [thing[name], thing]));
    if (value === null) things.delete(id);
    else things.set(id, value);
    made[key] = [...things.values()];
  }
  return made;
}
