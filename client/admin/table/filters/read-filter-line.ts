import { readNumber } from "../../../../server/contract/field-validation.ts";
import type { Operator, TableField, TableSchema } from "../../../../server/contract/tables.ts";
import { dayAfter, startOf } from "./days.ts";
import { type Filter, filterableFields, filterKindOf, nameOf } from "./filters.ts";

/** What a typed line means, or why it can't be read. */
export type ReadLine = { filters: Filter[] } | { problem: string };

/**
 * Reads conditions typed in one line: “price > 1900 and status is paid”. Fields are called by their
 * title or column, texts with “and” in them stand in quotes.
 */
export function readFilterLine(schema: TableSchema, line: string): ReadLine {
  const filters: Filter[] = [];
  for (const clause of clausesOf(line)) {
    const read = readClause(schema, clause);
    if ("problem" in read) return read;
    for (const filter of read.filters) {
      const { field, operator } = filter;
      if (filters.some((each) => each.field === field && each.operator === operator)) {
        return { problem: `“${clause}” asks the same of one column a second time.` };
      }
      filters.push(filter);
    }
  }
  return { filters };
}

/** What stands between the “and”s, quoted text left whole. */
function clausesOf(line: string): string[] {
  const parts = line.match(/"[^"]*"|\S+|\s+/g) ?? [];
  const clauses = [""];
  for (const part of parts) {
    if (/^(?:and|&&?)$/i.test(part)) clauses.push("");
    else clauses.push(`${clauses.pop() ?? ""}${part}`);
  }
  return clauses.map((clause) => clause.trim()).filter((clause) => clause !== "");
}

type Comparison = Operator | "until" | "after" | "empty" | "filled" | "like";

/** Longest first: “is not empty” begins with “is”. */
const COMPARISONS: [words: RegExp, comparison: Comparison][] = [
  [/^(?:is not|isn't) empty$/i, "filled"],
  [/^is empty$/i, "empty"],
  [/^(?:is one of|is in|in)\b/i, "in"],
  [/^(?:is not|isn't)\b/i, "ne"],
  [/^(?:contains|has|like)\b/i, "contains"],
  [/^(?:after)\b/i, "after"],
  [/^(?:from|since)\b/i, "gte"],
  [/^(?:before)\b/i, "lt"],
  [/^(?:until)\b/i, "until"],
  [/^(?:is|equals|on)\b/i, "eq"],
  [/^(?:>=|≥)/, "gte"],
  [/^(?:<=|≤)/, "until"],
  [/^(?:!=|≠|<>)/, "ne"],
  [/^>/, "after"],
  [/^</, "lt"],
  [/^==?/, "eq"],
  [/^[~:]/, "like"],
];

function readClause(schema: TableSchema, clause: string): ReadLine {
  const found = findField(schema, clause);
  if (!found) return { problem: unknownField(schema, clause) };
  const { name, field, rest } = found;
  const match = COMPARISONS.map(([words, comparison]) => ({
    comparison,
    at: words.exec(rest),
  })).find(({ at }) => at);
  if (!match?.at) {
    return { problem: `“${clause}” needs a comparison, such as “is”, “contains” or “>”.` };
  }
  const { comparison } = match;
  if (comparison === "empty" || comparison === "filled") {
    const value = String(comparison === "empty");
    return allowed({ name, field }, [{ field: name, operator: "isnull", value }]);
  }
  const text = rest.slice(match.at[0].length).trim();
  if (text === "") return { problem: `“${clause}” needs a value at its end.` };
  const read =
    filterKindOf(field) === "time"
      ? readTimes({ name, field }, comparison, unquoted(text))
      : readValues({ name, field }, comparison, text);
  return "problem" in read ? read : allowed({ name, field }, read.filters);
}

type Named = { name: string; field: TableField };

/** The longest title or column that the clause begins with. */
function findField(schema: TableSchema, clause: string): (Named & { rest: string }) | undefined {
  const names = filterableFields(schema).flatMap(([name, field]) => {
    const short = field.title.replace(/ \(.*\)$/, "");
    return [name, name.replaceAll("_", " "), field.title, short].map((call) => ({
      call,
      name,
      field,
    }));
  });
  const fits = names.filter(({ call }) => {
    const next = clause.charAt(call.length);
    return clause.toLowerCase().startsWith(call.toLowerCase()) && !/[\w]/.test(next);
  });
  const found = fits.toSorted((one, other) => other.call.length - one.call.length)[0];
  return found && { ...found, rest: clause.slice(found.call.length).trim() };
}

function unknownField(schema: TableSchema, clause: string): string {
  const titles = filterableFields(schema).map(([, field]) => field.title);
  return `“${clause}” begins with no column of ${schema.title}: ${titles.join(", ")}.`;
}

/** A day stands for all of it: after it, until its end, on it. */
function readTimes({ name, field }: Named, comparison: Comparison, text: string): ReadLine {
  const start = startOf(text);
  const end = startOf(start ? dayAfter(text) : "");
  if (!start || !end) return { problem: `${field.title} is compared with a day: 2026-01-31.` };
  const from = (value: string): Filter => ({ field: name, operator: "gte", value });
  const before = (value: string): Filter => ({ field: name, operator: "lt", value });
  if (comparison === "after") return { filters: [from(end)] };
  if (comparison === "gte") return { filters: [from(start)] };
  if (comparison === "lt") return { filters: [before(start)] };
  if (comparison === "until") return { filters: [before(end)] };
  if (comparison === "eq" || comparison === "like") return { filters: [from(start), before(end)] };
  return { problem: `${field.title} can be compared with is, from, after, before and until.` };
}

function readValues(named: Named, comparison: Comparison, text: string): ReadLine {
  const parts = comparison === "in" || filterKindOf(named.field) === "choice" ? listOf(text) : [];
  const several = parts.length > 1 && (comparison === "in" || comparison === "eq");
  const values: string[] = [];
  for (const part of several ? parts : [unquoted(text.replace(/^\((.*)\)$/, "$1"))]) {
    const read = readValue(named.field, part, comparison);
    if ("problem" in read) return read;
    values.push(read.value);
  }
  const operator = operatorOf(named.field, several ? "in" : comparison);
  return { filters: [{ field: named.name, operator, value: values.join(",") }] };
}

function operatorOf(field: TableField, comparison: Comparison): Operator {
  if (comparison === "after") return "gt";
  if (comparison === "until") return "lte";
  if (comparison === "like") return field.operators.includes("contains") ? "contains" : "eq";
  if (comparison === "empty" || comparison === "filled") return "isnull";
  return field.type === "array" && comparison === "eq" ? "contains" : comparison;
}

function listOf(text: string): string[] {
  const inner = text.replace(/^\((.*)\)$/, "$1");
  const parts = inner.match(/"[^"]*"|[^\s,"]+(?:\s+(?!or\b)[^\s,"]+)*/gi) ?? [];
  return parts.map((part) => unquoted(part.replace(/^or\s+/i, ""))).filter((part) => part !== "or");
}

type ReadValue = { value: string } | { problem: string };

function readValue(field: TableField, text: string, comparison: Comparison): ReadValue {
  switch (filterKindOf(field)) {
    case "number":
    case "reference":
      if (readNumber(text) !== undefined) return { value: text };
      return { problem: `${field.title} is compared with a number, not with “${text}”.` };
    case "boolean":
      if (/^(?:yes|true|on|1)$/i.test(text)) return { value: "true" };
      if (/^(?:no|false|off|0)$/i.test(text)) return { value: "false" };
      return { problem: `${field.title} is yes or no, not “${text}”.` };
    case "choice":
      return comparison === "contains" ? { value: text } : readChoice(field, text);
    default:
      return { value: text };
  }
}

function readChoice(field: TableField, text: string): ReadValue {
  const choices = (field.enum ?? []).map(String);
  const isCalled = (choice: string) =>
    [choice, nameOf(field, choice)].some((each) => each.toLowerCase() === text.toLowerCase());
  const value = choices.find(isCalled);
  if (value !== undefined) return { value };
  const names = choices.map((choice) => nameOf(field, choice));
  return { problem: `${field.title} is one of ${names.join(", ")}, never “${text}”.` };
}

function allowed({ field }: Named, filters: Filter[]): ReadLine {
  const refused = filters.find(({ operator }) => !field.operators.includes(operator));
  if (!refused) return { filters };
  return { problem: `${field.title} can't be compared in that way.` };
}

function unquoted(text: string): string {
  return text.trim().replace(/^"(.*)"$/, "$1");
}
