import { isEmail } from "./email.ts";
import { isCountry, isCurrency, isLanguage, isTimeZone } from "./known-codes.ts";

/** Texts of the faults of formats. Each follows the field's title. */
type FormatWording = { email: string; date: string; pattern: string };

type FormatRules = {
  /** Returns the fault of a filled text. */
  findFault?: (value: string, wording: FormatWording) => string | undefined;
  /** The format defines the length, so the field's limits do not apply. */
  hasOwnLength?: true;
  /** Unit of the numbers in calls and files. Errors and the headers of files name it. */
  unit?: string;
};

const DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const SITE_PATH = /^\/(?![/\\])[^\s\\]*$/;

/** Rules of codes, which only the admin edits, so that their texts are in English. */
const code = (isKnown: (value: string) => boolean, fault: string): FormatRules => ({
  findFault: (value) => (isKnown(value) ? undefined : fault),
});

const date: FormatRules = { findFault: findDateFault, hasOwnLength: true };

/** Formats of columns and form fields, and the rules of their values in browser and server. */
export const FORMATS = {
  email: {
    findFault: (value, { email }) => (isEmail(value) ? undefined : email),
    hasOwnLength: true,
  },
  date,
  "date-time": date,
  url: { findFault: findUrlFault },
  money: { unit: "cents" },
  state: {},
  country: {
    ...code(isCountry, "must be a two-letter country code in capitals, such as DE or US"),
    hasOwnLength: true,
  },
  currency: {
    ...code(isCurrency, "must be a three-letter currency code, such as eur or usd"),
    hasOwnLength: true,
  },
  language: code(isLanguage, "must be a language code, such as en or pt-BR"),
  "time-zone": code(isTimeZone, "must be a name such as Europe/Rome or America/New_York"),
} satisfies Record<string, FormatRules>;

/** Rules of an amount in the currency that the column `currency` of its row has. */
export const MONEY = { format: "money", currency: { column: "currency" } } as const;

export type Format = keyof typeof FORMATS;

/** Returns the rules of a format; none for a field without one. */
export function rulesOf(format: Format | undefined): FormatRules {
  return format ? FORMATS[format] : {};
}

/** Returns a name with the unit of its format: "Price (cents)". */
export function withUnit(name: string, { format }: { format?: Format }): string {
  const { unit } = rulesOf(format);
  return unit ? `${name} (${unit})` : name;
}

/** Validates a date. Compares month and day, because Date.parse turns February 30 into March 2. */
function findDateFault(value: string, { date: fault }: FormatWording): string | undefined {
  const [, year, month, day] = DATE.exec(value.trim()) ?? [];
  if (!year || Number.isNaN(Date.parse(value.trim()))) return fault;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const real = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return real ? undefined : fault;
}

function findUrlFault(value: string, { pattern }: FormatWording): string | undefined {
  if (SITE_PATH.test(value)) return undefined;
  return /^https?:\/\/\S+$/.test(value) && URL.canParse(value) ? undefined : pattern;
}
