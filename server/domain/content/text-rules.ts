import { type CatalogueText, listTexts } from "../../../client/content/text-catalogue.ts";
import { contentRefusals as refusals } from "../../contract/admin-messages.ts";
import { findUnknownPlaceholder } from "../../contract/placeholders.ts";
import type { RowValues } from "../../contract/tables.ts";

let catalogue: Map<string, CatalogueText> | undefined;

function findText(name: string): CatalogueText | undefined {
  catalogue ??= new Map(listTexts().map((text) => [text.name, text]));
  return catalogue.get(name);
}

/** Returns the problems of a row of `texts` by column. */
export function findTextProblem({ name, value }: RowValues): Record<string, string> {
  const text = findText(String(name));
  if (!text) return { name: refusals.textUnknown(String(name)) };
  const fault = findValueFault(String(value), text);
  return fault === undefined ? {} : { value: fault };
}

function findValueFault(value: string, { limit, placeholders }: CatalogueText) {
  if (value.length > limit) return refusals.textTooLong(limit);
  const unknown = findUnknownPlaceholder(value, placeholders);
  if (unknown === undefined) return undefined;
  return refusals.placeholder(
    "Text",
    unknown,
    placeholders.map((known) => `{${known}}`),
  );
}
