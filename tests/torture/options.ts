import { parseArgs } from "node:util";

type Defaults = Record<string, number | string>;
type Options<D extends Defaults> = { [Name in keyof D]: D[Name] extends number ? number : string };

const WHOLE_NUMBER = /^\d{1,10}$/;

/**
 * Reads `--name value` pairs over the defaults: what is a number there must be a whole number here.
 * Throws on a name that is not known.
 */
export function readOptions<D extends Defaults>(words: string[], defaults: D): Options<D> {
  const options = Object.fromEntries(
    Object.keys(defaults).map((name) => [name, { type: "string" } as const]),
  );
  const { values } = parseArgs({ args: words, options });
  const given = Object.entries(values).map(([name, value]) => {
    if (typeof defaults[name] === "string") return [name, value];
    if (!WHOLE_NUMBER.test(String(value))) throw new Error(`--${name} takes a whole number.`);
    return [name, Number(value)];
  });
  return { ...defaults, ...Object.fromEntries(given) } as Options<D>;
}
