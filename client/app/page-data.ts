import type { PageSource } from "../../server/contract/pages.ts";
import type { Site } from "../../server/contract/site.ts";
import { ApiError } from "../lib/answer.ts";
import { readableMessage, reasonOf } from "../lib/readable-error.ts";

type Noted<T> = { value: T } | { error: string; reason?: string | undefined };
type Answer<Name extends keyof PageSource> = Awaited<ReturnType<PageSource[Name]>>;

/** What the pages have read, each reading's last answer by its name. */
type Reads = { [Name in keyof PageSource]?: Noted<Answer<Name>> };

/** What the server hands to the browser with the page, so that hydration asks for nothing again. */
export type PageData = {
  site: Site;
  reads: Reads;
  /** Which product the noted ownership was asked for. */
  originalId?: number;
};

export const PAGE_DATA_ID = "page-data";

/** A reading whose name is not known; the loops below hand arguments and answers through. */
type AnyRead = (...args: unknown[]) => Promise<unknown>;
type AnyReads = Record<string, Noted<unknown> | undefined>;

/** Wraps `source` so that every answer, and every failure's public text, is noted in `data`. */
export function recordReads(source: PageSource, data: PageData): PageSource {
  const reads: AnyReads = data.reads;
  const recording = wrapEach(source, (name, read) => async (...args) => {
    try {
      const value = await read(...args);
      reads[name] = { value };
      return value;
    } catch (error) {
      reads[name] = { error: readableMessage(error), reason: reasonOf(error) };
      throw error;
    }
  });
  return {
    ...recording,
    getOwnership(question) {
      data.originalId = question.originalId;
      return recording.getOwnership(question);
    },
  };
}

/** Wraps `source` so that the first call of each reading ends as it ended on the server. */
export function replayReads(source: PageSource, data: PageData): PageSource {
  const left: AnyReads = { ...data.reads };
  const replaying = wrapEach(source, (name, read) => async (...args) => {
    const noted = left[name];
    left[name] = undefined;
    return noted ? replay(noted) : read(...args);
  });
  return {
    ...replaying,
    // True for the whole visit: whatever changes it leads through a new page of the server.
    async getOwnership(question) {
      const noted = data.reads.getOwnership;
      const known = noted && data.originalId === question.originalId;
      return known ? replay(noted) : source.getOwnership(question);
    },
  };
}

function wrapEach(source: PageSource, wrap: (name: string, read: AnyRead) => AnyRead): PageSource {
  const wrapped = Object.entries(source).map(([name, read]) => [name, wrap(name, read as AnyRead)]);
  return Object.fromEntries(wrapped) as PageSource;
}

function replay<T>(noted: Noted<T>): T {
  if ("value" in noted) return noted.value;
  throw new ApiError(noted.error, { reason: noted.reason });
}

/** JSON that can stand inside a script element: no character sequence of it can close the element. */
export function toScriptJson(data: object): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}
