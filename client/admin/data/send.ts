import { messages } from "../../../server/contract/messages.ts";
import {
  CHANGE_SET_HEADER,
  MEANT_USER_HEADER,
  type TableRow,
} from "../../../server/contract/tables.ts";
import { ApiError, readAnswer } from "../../lib/answer.ts";
import { fieldsOf } from "../../lib/read-fields.ts";

const CHANGED_MEANWHILE = 412;

/** What a write has led to; `changeSet` undoes it, null where there is nothing to undo. */
export type Written<Result> = { result: Result; changeSet: number | null };

/** A write as its sender may repeat it: with the same key it happens once, and as this `user` alone. */
export type WriteOptions = { key?: string; version?: number; user?: number; signal?: AbortSignal };

type Sent = { method?: string; json?: unknown; body?: BodyInit; type?: string } & WriteOptions;

/** A write that was refused because its row is another by now. */
export class ChangedMeanwhile extends ApiError {
  constructor(
    { message, code, reason }: ApiError,
    /** The row as it stands, and who made it so, and when; undefined where the answer does not say. */
    readonly last: Partial<{ current: TableRow; changedBy: string; changedAt: string }>,
  ) {
    super(message, { status: CHANGED_MEANWHILE, ...(code && { code }), ...(reason && { reason }) });
  }
}

export function meant(user: number | undefined): Record<string, string> {
  return user === undefined ? {} : { [MEANT_USER_HEADER]: String(user) };
}

export function ask<Body>(path: string, failed: string): Promise<Body> {
  return read<Body>(fetch(path), failed);
}

export function read<Body>(request: Promise<Response>, failed: string): Promise<Body> {
  const texts = { network: messages.network, notJson: failed, broken: failed, failed };
  return readAnswer<Body>(request, texts);
}

export async function write<Body>(
  path: string,
  sent: Sent,
  failed: string,
): Promise<Written<Body>> {
  const { method = "POST", json, body, type = "application/json", key, version } = sent;
  const { user, signal } = sent;
  const request = fetch(path, {
    method,
    ...(signal && { signal }),
    ...((json !== undefined || body !== undefined) && { body: body ?? JSON.stringify(json) }),
    headers: {
      ...((json !== undefined || body !== undefined) && { "Content-Type": type }),
      ...(key !== undefined && { "Idempotency-Key": key }),
      ...(version !== undefined && { "If-Match": `"v${version}"` }),
      ...meant(user),
    },
  });
  const copy = request.then(
    (answer) => (answer.status === CHANGED_MEANWHILE ? answer.clone() : undefined),
    // Of a lost connection the reading below tells.
    () => undefined,
  );
  const result = await read<Body>(request, failed).catch(async (error: unknown) => {
    const stale = error instanceof ApiError && (await copy);
    throw stale ? new ChangedMeanwhile(error, await readLast(stale)) : error;
  });
  const changeSet = (await request).headers.get(CHANGE_SET_HEADER);
  return { result, changeSet: changeSet === null ? null : Number(changeSet) };
}

/** Visitors' calls have no use for the row in a refusal, so their part does not read it. */
async function readLast(answer: Response): Promise<ChangedMeanwhile["last"]> {
  const { current, changedBy, changedAt } = fieldsOf(await answer.json().catch(() => null));
  return {
    ...(typeof current === "object" && current !== null && { current: current as TableRow }),
    ...(typeof changedBy === "string" && { changedBy }),
    ...(typeof changedAt === "string" && { changedAt }),
  };
}
