import type { Stripe } from "stripe";
import { invalid, missing } from "./api-error.ts";
import type { Params } from "./form.ts";

const METADATA_KEYS = 50;
const METADATA_KEY_LENGTH = 40;
const METADATA_VALUE_LENGTH = 500;
const EMAIL = /^[^\s@<>()[\],;:"]+@[^\s@.]+(\.[^\s@.]+)+$/;

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
    has: (name: string) => raw[name] !== undefined,

    /** Refuses every parameter that is not named. */
    only(...names: string[]) {
      const unknown = Object.keys(raw).find((name) => !names.includes(name));
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

    boolean(name: string) {
      const text = string(name);
      if (text === undefined) return undefined;
      if (text === "true" || text === "false") return text === "true";
      throw invalid(`Invalid boolean: ${text}`, { param: at(name) });
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

    /** A text an update may change; an empty one unsets it, none keeps `current`. */
    text(name: string, current: string | null): string | null {
      return raw[name] === "" ? null : (string(name) ?? current);
    },

    /** Metadata after an update: sent keys are set, empty values remove a key. */
    mergedMetadata(current: Stripe.Metadata): Stripe.Metadata {
      if (raw.metadata === undefined) return current;
      if (raw.metadata === "") return {};
      const merged = { ...current, ...readMetadata(raw.metadata, at("metadata")) };
      return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ""));
    },

    metadata(name = "metadata"): Stripe.Metadata {
      const value = raw[name];
      if (value === undefined || value === "") return {};
      return readMetadata(value, at(name));
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
  const entries = Object.entries(value);
  if (entries.length > METADATA_KEYS) {
    throw invalid(`You can have at most ${METADATA_KEYS} metadata keys.`, { param });
  }
  return Object.fromEntries(
    entries.map(([key, entry]) => {
      if (typeof entry !== "string") {
        throw invalid("Metadata values must be strings.", { param: `${param}[${key}]` });
      }
      if (key.length > METADATA_KEY_LENGTH) {
        throw invalid(
          `Metadata keys can have up to ${METADATA_KEY_LENGTH} characters, but you passed in a key that is ${key.length} characters.`,
          { param },
        );
      }
      if (entry.length > METADATA_VALUE_LENGTH) {
        throw invalid(
          `Metadata values can have up to ${METADATA_VALUE_LENGTH} characters, but you passed in a value that is ${entry.length} characters.`,
          { param: `${param}[${key}]` },
        );
      }
      return [key, entry];
    }),
  );
}
