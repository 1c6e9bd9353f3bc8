import type { Reader } from "../../../db/client.ts";
import { settings } from "../../../db/content-schema.ts";
import { contentRefusals as refusals } from "./refusals.ts";
import { MAX_ALT_LENGTH, readOwnPicture } from "../../contract/own-picture.ts";
import { ONE_LINE } from "../../contract/field-validation.ts";
import { findUnknownPlaceholder } from "../../contract/known-placeholders.ts";
import { NEUTRAL_TEXTS } from "../../contract/neutral-texts.ts";
import { placeholdersOf } from "../../contract/placeholders.ts";
import type { PreviewRequest } from "../../contract/admin-answers.ts";
import type { RowValues } from "../../contract/tables.ts";
import { AppError } from "../../errors.ts";
import { findStored } from "../files/uploads.ts";
import { isShopPicture } from "../public-reads.ts";

const UPLOAD = /^\/uploads\/([0-9a-f]{64})\//;
/** Names of the subjects of mails. */
const SUBJECT = /^mail\..*\.subject(?:Missing)?$/;
const ONE_LINE_PATTERN = new RegExp(ONE_LINE, "u");

type BuiltText = {
  name: string;
  default: string;
  /** Maximum length in characters. */
  limit: number;
  /** Names that the text may contain in braces. */
  placeholders: readonly string[];
  /** Placeholders that it must contain. */
  required: readonly string[];
  /** Set if the value is an `OwnPicture`. */
  picture?: string;
};

/** Texts and pictures of the built client that the owner may replace. */
export type BuiltContent = {
  listTexts: () => BuiltText[];
  /** Pages and mails that have a preview. */
  previews: readonly { path?: string; mail?: string }[];
  isPicture: (path: string) => boolean;
};

let built: BuiltContent | undefined;
let catalogue: Map<string, BuiltText> | undefined;

/** Sets the content of the built client. Call it once at start: the rules of tables have no `deps`. */
export function setBuiltContent(content: BuiltContent): void {
  built = content;
  catalogue = undefined;
}

function getBuilt(): BuiltContent {
  if (!built) throw new Error("setBuiltContent was not called.");
  return built;
}

function findText(name: string): BuiltText | undefined {
  catalogue ??= new Map(
    getBuilt()
      .listTexts()
      .map((text) => [text.name, text]),
  );
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

function findValueFault(value: string, text: BuiltText): string | undefined {
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
  return undefined;
}

/** Whether a row of `texts` has no text, or its default: the shop shows the default either way. */
export function isDefaultText(
  db: Pick<Reader, "select">,
  { name: given, value }: RowValues,
): boolean {
  if (value === undefined) return false;
  const name = String(given);
  const text = String(value ?? "").trim();
  const known = findText(name);
  if (text === "" || known?.picture !== undefined) return text === "";
  const isNeutral = db.select().from(settings).get()?.demoContent === false;
  return text === ((isNeutral ? NEUTRAL_TEXTS[name] : undefined) ?? known?.default.trim());
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

/** Returns why the owner's picture cannot be shown: it must be built in or stored. */
export function findPictureFault(db: Pick<Reader, "select">, path: string): string | undefined {
  const sha256 = UPLOAD.exec(path)?.[1];
  const isKnown =
    sha256 === undefined
      ? getBuilt().isPicture(path)
      : isShopPicture(path) && findStored(db, sha256)?.isPublic === true;
  return isKnown ? undefined : refusals.noShopPicture(path);
}

type PreviewTarget = { path: string; mail?: never } | { mail: string; path?: never };

/**
 * Returns a preview's page or mail; `ownPage` is the path of a row of `pages` to show. Throws
 * `invalid` for an unknown preview or invalid texts.
 */
export function checkPreview(
  { path, mail, texts }: PreviewRequest,
  ownPage: string | undefined,
): PreviewTarget {
  for (const [name, value] of Object.entries(texts)) {
    const [problem] = Object.values(findTextProblem({ name, value }));
    if (problem !== undefined) throw invalid(name, problem);
  }
  if (ownPage !== undefined && path === undefined && mail === undefined) return { path: ownPage };
  const group = getBuilt().previews.find((group) => group.path === path && group.mail === mail);
  if (group?.path !== undefined) return { path: group.path };
  if (group?.mail !== undefined) return { mail: group.mail };
  throw invalid("path", refusals.previewUnknown);
}

function invalid(field: string, message: string): AppError {
  return new AppError("invalid", message, { errors: { [field]: [message] } });
}
