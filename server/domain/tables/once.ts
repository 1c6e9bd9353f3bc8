import { and, eq } from "drizzle-orm";
import type { Reader, Transaction } from "../../../db/client.ts";
import { idempotencyKeys } from "../../../db/store-schema.ts";
import { CHANGE_SET_HEADER } from "../../contract/tables.ts";
import { tableRefusals } from "../../contract/admin-messages.ts";
import { refusals } from "../../contract/refusals.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { type AdminAuthor, type Administrator, authorOf } from "../sign-in/administrators.ts";
import { sha256Hex } from "../tokens.ts";

/** A call that its sender may repeat: who calls what, the sender's key, and what was sent. */
export type KeyedCall = { scope: string; key: string; request: unknown };

/** What such a call was answered. */
export type KeptAnswer = { status: number; body: unknown; headers?: Record<string, string> };

/** An administrator's request with its idempotency key, if any. */
export type Call = {
  admin: Pick<Administrator, "id" | "requireRights" | "write">;
  keyed?: KeyedCall | undefined;
};

/**
 * Runs a request in one transaction as one change set and stores its response: a repeated request
 * gets the stored response. Refusals are not stored. Throws like `findAnswer`, and AppError without
 * the rights.
 */
export function writeOnce(
  { clock }: Pick<Deps, "clock">,
  { admin, keyed }: Call,
  work: (tx: Transaction, author: AdminAuthor) => KeptAnswer,
): KeptAnswer {
  const now = clock.now();
  return admin.write((tx) => {
    const known = findAnswer(tx, keyed);
    if (known) return known;
    const author: AdminAuthor = authorOf(admin, now);
    const { headers, ...rest } = work(tx, author);
    const { set } = author;
    const changeSet = set.id !== null && { [CHANGE_SET_HEADER]: String(set.id) };
    const answer = { ...rest, headers: { ...headers, ...changeSet } };
    keepAnswer(tx, keyed, { answer, now });
    return answer;
  });
}

/**
 * Returns the stored response of this request; undefined on the first attempt. Throws AppError
 * `invalid`, reason `key_reused`, when the key belongs to another request, and `conflict`, reason
 * `cut_short`, when an earlier attempt did not finish, unless `mayResume`.
 */
export function findAnswer(
  db: Pick<Reader, "select">,
  call: KeyedCall | undefined,
  { mayResume = false } = {},
): KeptAnswer | undefined {
  if (!call) return undefined;
  const known = db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.scope, call.scope), eq(idempotencyKeys.key, call.key)))
    .get();
  if (!known) return undefined;
  if (known.requestHash !== hashOf(call)) {
    throw new AppError("invalid", refusals.keyReused, { reason: "key_reused" });
  }
  if (known.response === null) {
    if (mayResume) return undefined;
    throw new AppError("conflict", tableRefusals.cutShort, { reason: "cut_short" });
  }
  return JSON.parse(known.response) as KeptAnswer;
}

/**
 * Keeps the answer of a call for its repetitions, in the transaction of what the call does; null for
 * one that has begun.
 */
export function keepAnswer(
  tx: Transaction,
  call: KeyedCall | undefined,
  { answer, now }: { answer: KeptAnswer | null; now: Date },
): void {
  if (!call) return;
  const { scope, key } = call;
  const status = answer?.status ?? null;
  const response = answer && JSON.stringify(answer);
  const requestHash = hashOf(call);
  tx.insert(idempotencyKeys)
    .values({ scope, key, requestHash, status, response, createdAt: now })
    .onConflictDoUpdate({
      target: [idempotencyKeys.scope, idempotencyKeys.key],
      set: { status, response },
    })
    .run();
}

/** Releases the key of a refused request. */
export function forgetKey(tx: Transaction, { scope, key }: KeyedCall): void {
  tx.delete(idempotencyKeys)
    .where(and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key)))
    .run();
}

function hashOf({ request }: KeyedCall): string {
  return sha256Hex(JSON.stringify(request ?? null));
}
