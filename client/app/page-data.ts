import { PageNotFound } from "../../server/contract/pages.ts";
import type { Site } from "../../server/contract/site.ts";
import { ApiError, readableMessage, reasonOf } from "../lib/answer.ts";

/** Data embedded in the document, so that hydration needs no requests. */
export type DocumentData = {
  site: Site;
  /** The result of the page's loader; missing without one. */
  data?: unknown;
  /** Whether this is the 404 document. */
  isMissing?: true;
  /** The public text of another error that the loader threw. */
  failure?: { error: string; reason?: string | undefined };
};

export const PAGE_DATA_ID = "page-data";

/** Returns the public part of a loader's error, for the document. */
export function failureOf(error: unknown): NonNullable<DocumentData["failure"]> {
  return { error: readableMessage(error), reason: reasonOf(error) };
}

/** Returns the data of the document, or throws the server's error. */
export function replayLoad({ data, isMissing, failure }: DocumentData): unknown {
  if (isMissing) throw new PageNotFound();
  if (failure) throw new ApiError(failure.error, { reason: failure.reason });
  return data;
}

/** Serializes JSON with `<` escaped, so that it cannot close its script element. */
export function toScriptJson(data: object): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}
