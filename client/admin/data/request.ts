import { adminMessages as texts } from "../../content/admin-messages.ts";
import type { Upload } from "../../../server/contract/admin-answers.ts";
import { messages } from "../../../server/contract/messages.ts";
import {
  CHANGE_SET_HEADER,
  MEANT_USER_HEADER,
  type TableRow,
} from "../../../server/contract/tables.ts";
import { outboxWords as words } from "../../content/admin-outbox.ts";
import { ApiError, NO_NETWORK, readableMessage, readAnswer } from "../../lib/answer.ts";
import { fieldsOf } from "../../lib/read-fields.ts";
import type { Entry, Outcome } from "../offline/entry.ts";
import type { Values } from "../offline/merge.ts";
import type { Send } from "../offline/drain.ts";
import { failureOutcome } from "../offline/write-failure.ts";
import { createStore } from "../../lib/observable.ts";

/** Whether the server could not be reached by this tab's last read. */
export const isUnreachable = createStore(false);

/** Request timeout. */
export const CALL_LIMIT_MS = 10_000;
const UPLOAD_LIMIT_MS = 10 * 60_000;

const TIMED_OUT = 408;
const CHANGED_MEANWHILE = 412;
const SERVER_FAULT = 500;
/** Status codes a proxy returns when its upstream is down. */
const PROXY_FAULTS: readonly unknown[] = [502, 503, 504];

/** Result of a write. `changeSet` is the change set to undo, or null if nothing can be undone. */
export type Written<Result> = { result: Result; changeSet: number | null };

/**
 * `key` is the idempotency key, `version` the row version expected by the write, and `user` the
 * only account allowed to perform it.
 */
export type WriteOptions = { key?: string; version?: number; user?: number; signal?: AbortSignal };

/** Version conflict: the row changed after the version expected by the write. */
export class ChangedMeanwhile extends ApiError {
  constructor(
    { message, code, reason }: ApiError,
    /** The current row, who changed it and when; fields the server did not send are missing. */
    readonly last: Partial<{ current: TableRow; changedBy: string; changedAt: string }>,
  ) {
    super(message, { status: CHANGED_MEANWHILE, ...(code && { code }), ...(reason && { reason }) });
  }
}

/** Response of an hc call, independent of the body type declared by the route. */
type ApiResponse = Pick<Response, "ok" | "status" | "headers"> & {
  json: () => Promise<unknown>;
  clone: () => Pick<Response, "json">;
};

/** Returns a response's body. Rejects with an ApiError: the server's message, else `failed`. */
export function read<Body>(
  request: Promise<Omit<ApiResponse, "clone">>,
  failed: string,
): Promise<Body> {
  const texts = { network: messages.network, notJson: failed, broken: failed, failed };
  return readAnswer(request as Promise<Response>, texts);
}

/** Returns a write's result. Rejects like `read`, and with ChangedMeanwhile on status 412. */
export async function write<Body>(
  request: Promise<ApiResponse>,
  failed: string,
): Promise<Written<Body>> {
  const copy = request.then(
    (answer) => (answer.status === CHANGED_MEANWHILE ? answer.clone() : undefined),
    () => undefined,
  );
  const result = await read<Body>(request, failed).catch(async (error: unknown) => {
    const stale = error instanceof ApiError && (await copy);
    throw stale ? new ChangedMeanwhile(error, await readLast(stale)) : error;
  });
  const changeSet = (await request).headers.get(CHANGE_SET_HEADER);
  return { result, changeSet: changeSet === null ? null : Number(changeSet) };
}

/** Builds the request options of a write for hc. */
export function writeOptions({ key, version, user, signal }: WriteOptions) {
  return {
    headers: {
      ...(key !== undefined && { "Idempotency-Key": key }),
      ...(version !== undefined && { "If-Match": `"v${version}"` }),
      ...userHeader(user),
    },
    init: { ...(signal && { signal }) },
  };
}

function userHeader(user: number | undefined): Record<string, string> {
  return user === undefined ? {} : { [MEANT_USER_HEADER]: String(user) };
}

/**
 * Whether a failure did not come from the store: no connection, a proxy error, or a page without an
 * error code such as a captive portal's. A 500 comes from the store, with or without a code.
 */
export function isNoAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { code, status } = error;
  if (code === undefined) return status !== SERVER_FAULT;
  return code === NO_NETWORK || PROXY_FAULTS.includes(status);
}

/** Calls of `adminCalls` that send an entry. */
type EntryCalls = {
  createRow: (table: string, json: Values, options: WriteOptions) => Promise<Written<TableRow>>;
  updateRow: (
    table: string,
    id: number,
    options: WriteOptions & { json: Values },
  ) => Promise<Written<TableRow>>;
  deleteRow: (table: string, id: number, options: WriteOptions) => Promise<Written<unknown>>;
  upload: (
    kind: "media" | "file",
    file: File,
    options: { user: number; signal: AbortSignal },
  ) => Promise<unknown>;
};

/** Returns a function that sends entries of `user`; the server rejects them from other accounts. */
export function sendAs(user: number, calls: EntryCalls): Send {
  return async (entry, file) => {
    const signal = AbortSignal.timeout(entry.kind === "upload" ? UPLOAD_LIMIT_MS : CALL_LIMIT_MS);
    try {
      return await send(calls, { entry, file, user, signal });
    } catch (error) {
      return outcomeOf(
        signal.aborted ? new ApiError(words.timedOut, { status: TIMED_OUT }) : error,
      );
    }
  };
}

async function readLast(answer: Pick<Response, "json">): Promise<ChangedMeanwhile["last"]> {
  const { current, changedBy, changedAt } = fieldsOf(await answer.json().catch(() => null));
  return {
    ...(typeof current === "object" && current !== null && { current: current as TableRow }),
    ...(typeof changedBy === "string" && { changedBy }),
    ...(typeof changedAt === "string" && { changedAt }),
  };
}

type Sending = { entry: Entry; file: Blob | undefined; user: number; signal: AbortSignal };

async function send(calls: EntryCalls, { entry, file, user, signal }: Sending): Promise<Outcome> {
  const { table, row, key } = entry;
  const options: WriteOptions = { key, user, signal };
  switch (entry.kind) {
    case "create":
      return done(await calls.createRow(table, entry.values, options));
    case "update": {
      const { values: json, version } = entry;
      return done(await calls.updateRow(table, row, { json, version, ...options }));
    }
    case "delete": {
      const { changeSet } = await calls.deleteRow(table, row, {
        version: entry.version,
        ...options,
      });
      return { kind: "done", changeSet };
    }
    case "upload":
      await calls.upload(entry.upload, new File([file ?? ""], entry.label), { user, signal });
      return { kind: "done" };
  }
}

function done({ result, changeSet }: Written<TableRow>): Outcome {
  return { kind: "done", row: result, changeSet };
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof ChangedMeanwhile) return { kind: "changed", theirs: error.last };
  if (error instanceof ApiError) return failureOutcome(error);
  reportError(error);
  return { kind: "retry", of: "entry", message: readableMessage(error) };
}

type UploadKind = "media" | "file";
/** Upload options. `onProgress` receives the uploaded fraction, 0 to 1. */
type UploadOptions = { onProgress?: (part: number) => void; user?: number; signal: AbortSignal };

/** Uploads with XMLHttpRequest, because `fetch` does not report upload progress. */
export function uploadFile(
  kind: UploadKind,
  file: File,
  { onProgress, user, signal }: UploadOptions,
): Promise<Upload> {
  const failed = kind === "media" ? texts.mediaUploadFailed : texts.fileUploadFailed;
  const body = new FormData();
  body.set("file", file);
  const answer = new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress?.(loaded / total),
    );
    request.addEventListener("load", () => {
      const headers = { "Content-Type": request.getResponseHeader("Content-Type") ?? "" };
      resolve(new Response(request.responseText, { status: request.status, headers }));
    });
    for (const type of ["error", "abort"] as const) {
      request.addEventListener(type, () => reject(new ApiError(failed, { code: NO_NETWORK })));
    }
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.open("POST", `/api/upload/${kind}`);
    for (const header of Object.entries(userHeader(user))) request.setRequestHeader(...header);
    request.send(body);
  });
  return read<Upload>(answer, failed);
}
