/**
 * Which decisions are poses on the open table, and how a game writes them: an object with x, y and facing, or one with a
 * list of such triples (a way from pose to pose). Other fields stay as they are.
 *
 * A whole-number facing counts hundredths of a degree, as the open table of boards/ does; any other counts degrees.
 *
 * @typedef {{x: number, y: number, facing: number}} Pose facing in degrees
 */

import { resolve } from "./shape.js";

const NAMES = ["x", "y", "facing"];

/** How to read and write poses of this decision; null if it wants none. */
export function pose_shape(decision) {
  const root = decision.shape ?? {};
  const fields = resolve(root).properties;
  if (!fields) return null;
  if (NAMES.every((name) => name in fields)) return single(fields, root);
  const key = Object.keys(fields).find((name) => is_triples(resolve(fields[name], root), root));
  return key ? several(key, fields, root) : null;
}

function is_triples(schema, root) {
  const inner = resolve(schema.items ?? {}, root);
  return (
    schema.type === "array" &&
    inner.prefixItems?.length === 3 &&
    inner.prefixItems.every((one) => ["integer", "number"].includes(one.type))
  );
}

function scale(x, facing) {
  const whole = x.type === "integer";
  const turns = facing.type === "integer" && !(facing.maximum <= 360) ? 100 : 1;
  const round = (v) => (whole ? Math.round(v) : v);
  return {
    read: (a, b, c) => ({ x: a, y: b, facing: c / turns }),
    write: ({ x: a, y: b, facing: c }) => [round(a), round(b), round((((c % 360) + 360) % 360) * turns)],
  };
}

const without = (fields, names) => Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

function single(fields, root) {
  const { read, write } = scale(resolve(fields.x, root), resolve(fields.facing, root));
  return {
    bends: false,
    others: { ...root, type: "object", $ref: undefined, properties: without(fields, NAMES) },
    from: (list) => read(...list),
    read: (value) => [read(value.x, value.y, value.facing ?? 0)],
    write: (way, others) => {
      const [x, y, facing] = write(way[way.length - 1]);
      return { ...others, x, y, facing };
    },
  };
}

function several(key, fields, root) {
  const [x, , facing] = resolve(resolve(fields[key], root).items, root).prefixItems;
  const { read, write } = scale(x, facing);
  return {
    bends: true,
    others: { ...root, type: "object", $ref: undefined, properties: without(fields, [key]) },
    from: (list) => read(...list),
    read: (value) => (value[key] ?? []).map((one) => read(...one)),
    write: (way, others) => ({ ...others, [key]: way.map(write) }),
  };
}
