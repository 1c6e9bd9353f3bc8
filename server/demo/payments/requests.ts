import type { Stripe } from "stripe";
import { invalid, missing } from "./api-error.ts";

/** A decoded form: nested by the brackets of its keys, numbered where they hold an index. */
export type Params = { [key: string]: string | Params };

const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;
const METADATA_VALUE_LENGTH = 500;
const EMAIL = /^[^\s@<>()[\],;:"]+@[^\s@.]+(\.[^\s@.]+)+$/;

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

/** Reads one level of a decoded form, with Stripe's answer for each mistake. */
export type ParamReader = ReturnType<typeof readParams>;

/** A reader over decoded parameters; `prefix` is where they stand, for the error's `param`. */
export function readParams(raw: Params, prefix = "") {
  const at = (name: string) => (prefix === "" ? name : `${prefix}[${name}]`);

  const string = (name: string, { maximum = 5000 } = {}): string | undefined => {
    const value = raw[name];
    if (value === undefined) return undefined;
    const param = at(name);
    if (typeof value !== "string") throw invalid("Invalid string.", { param });
    if (value === "") {
      throw invalid(
        `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
        { code: "parameter_invalid_empty", param },
      );
    }
    if (value.length > maximum) {
      throw invalid(
        `Invalid string: ${value.slice(0, 20)}...; must be at most ${maximum} characters`,
        { param },
      );
    }
    return value;
  };

  const integer = (name: string, { minimum = Number.MIN_SAFE_INTEGER } = {}) => {
    const text = string(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    const param = at(name);
    if (!/^-?\d{1,15}$/.test(text)) {
      throw invalid(`Invalid integer: ${text}`, { code: "parameter_invalid_integer", param });
    }
    if (value < minimum) {
      throw invalid(`This value must be greater than or equal to ${minimum}.`, {
        code: "parameter_invalid_integer",
        param,
      });
    }
    return value;
  };

  return {
    at,
    string,
    integer,
    /** The value as it was sent, undecoded. */
    raw: (name: string) => raw[name],

    /** Refuses every parameter that is not named; `expand` is known to all calls. */
    only(...names: string[]) {
      const known = prefix === "" ? ["expand", ...names] : names;
      const unknown = Object.keys(raw).find((name) => !known.includes(name));
      if (unknown === undefined) return;
      throw invalid(`Received unknown parameter: ${at(unknown)}`, {
        code: "parameter_unknown",
        param: at(unknown),
      });
    },

    requireString(name: string) {
      const value = string(name);
      if (value === undefined) throw missing(at(name));
      return value;
    },

    requireInteger(name: string, range: { minimum?: number } = {}) {
      const value = integer(name, range);
      if (value === undefined) throw missing(at(name));
      return value;
    },

    choice<const T extends string>(name: string, choices: readonly T[]) {
      const text = string(name);
      if (text === undefined) return undefined;
      const choice = choices.find((candidate) => candidate === text);
      if (choice) return choice;
      throw invalid(`Invalid ${at(name)}: must be one of ${choices.join(", ")}`, {
        param: at(name),
      });
    },

    email(name: string) {
      const text = string(name, { maximum: 512 });
      if (text === undefined || isEmail(text)) return text;
      throw invalid(`Invalid email address: ${text}`, { code: "email_invalid", param: at(name) });
    },

    url(name: string) {
      const text = string(name);
      if (text === undefined || isHttpUrl(text)) return text;
      throw invalid("Not a valid URL", { code: "url_invalid", param: at(name) });
    },

    strings(name: string): string[] {
      const value = raw[name];
      if (value === undefined) return [];
      if (typeof value === "string") throw invalid("Invalid array", { param: at(name) });
      return Object.values(value).filter((entry) => typeof entry === "string");
    },

    metadata(): Stripe.Metadata {
      const value = raw.metadata;
      return value === undefined ? {} : readMetadata(value, at("metadata"));
    },
  };
}

/** A reader of the object under `name`, or undefined when it was not sent. */
export function nested(reader: ParamReader, name: string): ParamReader | undefined {
  const value = reader.raw(name);
  if (value === undefined) return undefined;
  if (typeof value === "string") throw invalid("Invalid object", { param: reader.at(name) });
  return readParams(value, reader.at(name));
}

/** A reader for each entry of the list under `name`; none when it was not sent. */
export function nestedList(reader: ParamReader, name: string): ParamReader[] {
  const value = reader.raw(name);
  if (value === undefined) return [];
  if (typeof value === "string") throw invalid("Invalid array", { param: reader.at(name) });
  return Object.entries(value).map(([index, entry]) => {
    const param = `${reader.at(name)}[${index}]`;
    if (typeof entry === "string") throw invalid("Invalid object", { param });
    return readParams(entry, param);
  });
}

/** Whether a text has the form of an address Stripe accepts. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && EMAIL.test(text);
}

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text.replaceAll("{CHECKOUT_SESSION_ID}", "id"));
  return url?.protocol === "http:" || url?.protocol === "https:";
}

function readMetadata(value: string | Params, param: string): Stripe.Metadata {
  if (typeof value === "string") throw invalid("Invalid object", { param });
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      if (typeof entry === "string" && entry.length <= METADATA_VALUE_LENGTH) return [key, entry];
      throw invalid(`Metadata values are strings of at most ${METADATA_VALUE_LENGTH} characters.`, {
        param: `${param}[${key}]`,
      });
    }),
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
