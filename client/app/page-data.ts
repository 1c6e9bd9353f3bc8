import type { PageSource } from "../../server/contract/page-source.ts";
import type { Site } from "../../server/contract/site.ts";
import { ApiError, readableMessage, reasonOf } from "../lib/answer.ts";

type RecordedRead<T> = { value: T } | { error: string; reason?: string | undefined };
type SourceResult<Name extends keyof PageSource> = Awaited<ReturnType<PageSource[Name]>>;

/** The last result of each read, by its name. */
type Reads = { [Name in keyof PageSource]?: RecordedRead<SourceResult<Name>> };

/** Data embedded in the document, so that hydration needs no requests. */
export type PageData = {
  site: Site;
  reads: Reads;
  /** Product id of the recorded ownership read. */
  originalId?: number;
};

export const PAGE_DATA_ID = "page-data";

type AnyRead = (...args: unknown[]) => Promise<unknown>;
type AnyReads = Record<string, RecordedRead<unknown> | undefined>;

/** Wraps `source` to record results and public error messages in `data`. */
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

/** Wraps `source` so that the first call of each read returns the server's recorded result. */
export function replayReads(source: PageSource, data: PageData): PageSource {
  const left: AnyReads = { ...data.reads };
  const replaying = wrapEach(source, (name, read) => async (...args) => {
    const noted = left[name];
    left[name] = undefined;
    return noted ? replay(noted) : read(...args);
  });
  return {
    ...replaying,
    // Replay every call: ownership can only change after loading another document.
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

function replay<T>(noted: RecordedRead<T>): T {
  if ("value" in noted) return noted.value;
  throw new ApiError(noted.error, { reason: noted.reason });
}

/** Serializes JSON with `<` escaped, so that it cannot close its script element. */
export function toScriptJson(data: object): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}
