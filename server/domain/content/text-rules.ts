import {
  type CatalogueText,
  listPictures,
  listTexts,
} from "../../../client/content/text-catalogue.ts";
import { contentRefusals as refusals } from "../../contract/admin-messages.ts";
import { MAX_ALT_LENGTH, readOwnPicture } from "../../contract/read-own-picture.ts";
import { findUnknownPlaceholder } from "../../contract/placeholders.ts";
import type { RowValues } from "../../contract/tables.ts";

let catalogue: Map<string, CatalogueText> | undefined;

function findText(name: string): CatalogueText | undefined {
  catalogue ??= new Map([...listTexts(), ...listPictures()].map((text) => [text.name, text]));
  return catalogue.get(name);
}

/** Returns the problems of a row of `texts` by column. */
export function findTextProblem({ name, value }: RowValues): Record<string, string> {
  const text = findText(String(name));
  if (!text) return { name: refusals.textUnknown(String(name)) };
  const findFault = text.picture === undefined ? findValueFault : findPictureFault;
  const fault = findFault(String(value), text);
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

function findPictureFault(value: string): string | undefined {
  const picture = readOwnPicture(value);
  if (!picture) return refusals.pictureInvalid;
  if (picture.alt.trim() === "") return refusals.altMissing;
  return picture.alt.length > MAX_ALT_LENGTH ? refusals.textTooLong(MAX_ALT_LENGTH) : undefined;
}
