import {
  type CatalogueText,
  listPictures,
  listTexts,
} from "../../../client/content/text-catalogue.ts";
import type { Reader } from "../../../db/client.ts";
import { contentRefusals as refusals } from "./refusals.ts";
import { MAX_ALT_LENGTH, readOwnPicture } from "../../contract/read-own-picture.ts";
import { ONE_LINE } from "../../contract/field-validation.ts";
import { findUnknownPlaceholder } from "../../contract/known-placeholders.ts";
import { placeholdersOf } from "../../contract/placeholders.ts";
import type { RowValues } from "../../contract/tables.ts";
import { findPictureFault } from "../files/named-files.ts";
import { findMarkdownFault } from "./markdown.ts";

/** Names of the subjects of mails. */
const SUBJECT = /^mail\..*\.subject(?:Missing)?$/;
const ONE_LINE_PATTERN = new RegExp(ONE_LINE, "u");
/** The one replaceable text that is Markdown. */
const IMPRINT_BODY = "imprint.body";

let catalogue: Map<string, CatalogueText> | undefined;

function findText(name: string): CatalogueText | undefined {
  catalogue ??= new Map([...listTexts(), ...listPictures()].map((text) => [text.name, text]));
  return catalogue.get(name);
}

/** Returns the problems of a row of `texts` by column. */
export function findTextProblem({ name, value }: RowValues): Record<string, string> {
  const text = findText(String(name));
  if (!text) return { name: refusals.textUnknown(String(name)) };
  const findFault = text.picture === undefined ? findValueFault : findPictureTextFault;
  const fault = findFault(String(value), text);
  return fault === undefined ? {} : { value: fault };
}

function findValueFault(value: string, text: CatalogueText): string | undefined {
  const { name, limit, placeholders, required } = text;
  if (value.length > limit) return refusals.textTooLong(limit);
  const unknown = findUnknownPlaceholder(value, placeholders);
  if (unknown !== undefined) {
    return refusals.placeholder("Text", unknown, placeholders.map(inBraces));
  }
  const filled = placeholdersOf(value);
  const missing = required.filter((placeholder) => !filled.includes(placeholder));
  if (missing.length > 0) return refusals.placeholdersMissing(missing.map(inBraces));
  if (SUBJECT.test(name) && !ONE_LINE_PATTERN.test(value)) return refusals.oneLine;
  return name === IMPRINT_BODY ? findMarkdownFault(value) : undefined;
}

const inBraces = (name: string) => `{${name}}`;

/** Returns why the files of a replaced picture cannot be shown; undefined for other texts. */
export function findOwnPictureFault(db: Pick<Reader, "select">, value: string): string | undefined {
  const faults = readOwnPicture(value)?.files.map(({ path }) => findPictureFault(db, path));
  return faults?.find((fault) => fault !== undefined);
}

function findPictureTextFault(value: string): string | undefined {
  const picture = readOwnPicture(value);
  if (!picture) return refusals.pictureInvalid;
  if (picture.alt.trim() === "") return refusals.altMissing;
  return picture.alt.length > MAX_ALT_LENGTH ? refusals.textTooLong(MAX_ALT_LENGTH) : undefined;
}
