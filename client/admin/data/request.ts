import { messages } from "../../../server/contract/messages.ts";
import {
  CHANGE_SET_HEADER,
  MEANT_USER_HEADER,
  type TableRow,
} from "../../../server/contract/tables.ts";
import { ApiError, NO_NETWORK, readAnswer } from "../../lib/answer.ts";
import { fieldsOf } from "../../lib/read-fields.ts";

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
    /** The current row, who changed it and when, as far as the server says. */
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

/** The body of an answer. Rejects with an ApiError: the server's message, else `failed`. */
export function read<Body>(
  request: Promise<Omit<ApiResponse, "clone">>,
  failed: string,
): Promise<Body> {
  const texts = { network: messages.network, notJson: failed, broken: failed, failed };
  return readAnswer(request as Promise<Response>, texts);
}

/** Reads the answer of a write. Rejects like `read`, with ChangedMeanwhile after a 412. */
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

async function readLast(answer: Pick<Response, "json">): Promise<ChangedMeanwhile["last"]> {
  const { current, changedBy, changedAt } = fieldsOf(await answer.json().catch(() => null));
  return {
    ...(typeof current === "object" && current !== null && { current: current as TableRow }),
    ...(typeof changedBy === "string" && { changedBy }),
    ...(typeof changedAt === "string" && { changedAt }),
  };
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

export function userHeader(user: number | undefined): Record<string, string> {
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
