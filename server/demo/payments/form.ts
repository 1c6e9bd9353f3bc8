/** A decoded form: nested by the brackets of its keys, numbered where they hold an index. */
export type Params = { [key: string]: string | Params };

const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

/**
 * Decodes a form-encoded text as Stripe does: `a[b][0][c]=x` nests, `a[]=x` appends.
 * Of two equal keys the last counts.
 */
export function decodeForm(text: string): Params {
  const root = emptyParams();
  for (const [key, value] of new URLSearchParams(text)) setAt(root, splitKey(key), value);
  return root;
}

/** A text that is the same for two forms with the same content in any order. */
export function fingerprint(params: Params): string {
  return JSON.stringify(params, (_key, value: string | Params) =>
    typeof value === "string"
      ? value
      : Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  );
}

function splitKey(key: string): string[] {
  const match = KEY.exec(key);
  if (!match?.[1]) return [key];
  const rest = match[2] ?? "";
  return [
    match[1],
    ...rest
      .slice(1, -1)
      .split("][")
      .slice(rest === "" ? 1 : 0),
  ];
}

function setAt(target: Params, path: string[], value: string): void {
  let place = target;
  for (const [depth, part] of path.entries()) {
    const key = part === "" ? String(Object.keys(place).length) : part;
    if (depth === path.length - 1) {
      place[key] = value;
      return;
    }
    const next = place[key];
    const inner = next === undefined || typeof next === "string" ? emptyParams() : next;
    place[key] = inner;
    place = inner;
  }
}

// Without a prototype a key such as "__proto__" is data like any other.
function emptyParams(): Params {
  return Object.create(null);
}
