import { and, eq } from "drizzle-orm";
import type { Reader, Transaction } from "../../../db/client.ts";
import { idempotencyKeys } from "../../../db/store-schema.ts";
import { CHANGE_SET_HEADER } from "../../contract/tables.ts";
import type { Deps } from "../../deps.ts";
import { AppError, refusals } from "../../errors.ts";
import { singleFlight } from "../../process/promises.ts";
import { type AdminAuthor, type Administrator, authorOf } from "../sign-in/administrators.ts";
import { sha256Hex } from "../tokens.ts";

export type KeyedRequest = { scope: string; key: string; request: unknown };

/** A call by an administrator. Without `keyed`, it is not idempotent. */
export type AdminCall = {
  admin: Omit<Administrator, "email" | "requireRecentSignIn">;
  keyed?: KeyedRequest | undefined;
};

export type StoredResponse = { status: number; body: unknown; headers?: Record<string, string> };

export type OnceWork =
  | {
      /** Runs in one transaction, which also stores the response. */
      write: (tx: Transaction, author: AdminAuthor) => StoredResponse;
    }
  | {
      /** Runs in several transactions. An interrupted run is not retried. */
      run: (author: AdminAuthor) => Promise<StoredResponse>;
    }
  | {
      /** Has effects outside the database, after `claim`. A retry repeats them, so they must use `key`. */
      act: (author: AdminAuthor, call: ActCall) => Promise<StoredResponse>;
    };

export type ActCall = {
  key: string | undefined;
  /** Whether an earlier call claimed this key and its outcome is unknown. */
  isRetry: boolean;
  /** Marks the start of the effects. Call it after the checks, which a retry must skip. */
  claim: () => void;
};

const CUT_SHORT =
  "This was interrupted when the shop stopped. Please check the latest changes before you continue.";

const startOnce = singleFlight<StoredResponse>();

/**
 * Runs a call once per idempotency key, after checking the administrator's rights. A retry gets the
 * stored response or joins the running call; a failed call without effects releases its key. Throws
 * AppError `invalid`, reason `key_reused`, when the key was used for another request, and
 * `conflict`, reason `cut_short`, when an earlier `run` was interrupted.
 */
export async function runOnce(
  deps: Pick<Deps, "db" | "clock">,
  { admin, keyed }: AdminCall,
  work: OnceWork,
): Promise<StoredResponse> {
  const author: AdminAuthor = authorOf(admin, deps.clock.now());
  if ("write" in work) {
    return admin.write((tx) => {
      const stored = findStored(tx, keyed);
      if (stored) return stored;
      const response = withChangeSet(work.write(tx, author), author);
      if (keyed) storeResponse(tx, keyed, { response, now: author.now });
      return response;
    });
  }
  admin.requireRights();
  if (!keyed) return perform(work, author, { key: undefined, isRetry: false, claim: () => {} });
  const start = () => runKeyed(deps, { keyed, author, work });
  return startOnce(JSON.stringify(keyed), start, deps.db);
}

type AsyncWork = Exclude<OnceWork, { write: unknown }>;
type KeyedRun = { keyed: KeyedRequest; author: AdminAuthor; work: AsyncWork };

async function runKeyed(
  { db }: Pick<Deps, "db">,
  { keyed, author, work }: KeyedRun,
): Promise<StoredResponse> {
  const { now } = author;
  const isRepeatable = "act" in work;
  const stored = findStored(db, keyed, { isRepeatable });
  if (stored) return stored;
  const isRetry = isRepeatable && isKnown(db, keyed);
  let isClaimed = false;
  // The claim persists until the response is stored, even across restarts.
  const claim = () => {
    author.write((tx) => storeResponse(tx, keyed, { response: null, now }));
    isClaimed = true;
  };
  try {
    const key = sha256Hex(`${keyed.scope} ${keyed.key}`);
    const response = await perform(work, author, { key, isRetry, claim });
    db.write((tx) => storeResponse(tx, keyed, { response, now }));
    return response;
  } catch (error) {
    // After a failed provider call the outcome is unknown.
    const isRefusal = error instanceof AppError && error.code !== "payment_provider";
    const hadNoEffect = isRepeatable ? isRefusal : author.set.id === null;
    if (isClaimed && hadNoEffect) {
      db.write((tx) => tx.delete(idempotencyKeys).where(isKey(keyed)).run());
    }
    throw error;
  }
}

async function perform(
  work: AsyncWork,
  author: AdminAuthor,
  call: ActCall,
): Promise<StoredResponse> {
  if ("act" in work) return work.act(author, call);
  call.claim();
  return withChangeSet(await work.run(author), author);
}

function withChangeSet(response: StoredResponse, { set }: AdminAuthor): StoredResponse {
  if (set.id === null) return response;
  return { ...response, headers: { ...response.headers, [CHANGE_SET_HEADER]: String(set.id) } };
}

function findStored(
  db: Pick<Reader, "select">,
  keyed: KeyedRequest | undefined,
  { isRepeatable = false } = {},
): StoredResponse | undefined {
  const known = keyed && db.select().from(idempotencyKeys).where(isKey(keyed)).get();
  if (!known) return undefined;
  if (known.requestHash !== hashOf(keyed)) {
    throw new AppError("invalid", refusals.keyReused, { reason: "key_reused" });
  }
  if (known.response !== null) return JSON.parse(known.response) as StoredResponse;
  if (isRepeatable) return undefined;
  throw new AppError("conflict", CUT_SHORT, { reason: "cut_short" });
}

/** Stores the response. A null response claims the key. */
function storeResponse(
  tx: Transaction,
  keyed: KeyedRequest,
  { response: stored, now }: { response: StoredResponse | null; now: Date },
): void {
  const { scope, key } = keyed;
  const status = stored?.status ?? null;
  const response = stored && JSON.stringify(stored);
  tx.insert(idempotencyKeys)
    .values({ scope, key, requestHash: hashOf(keyed), status, response, createdAt: now })
    .onConflictDoUpdate({
      target: [idempotencyKeys.scope, idempotencyKeys.key],
      set: { status, response },
    })
    .run();
}

function isKnown(db: Pick<Reader, "select">, keyed: KeyedRequest): boolean {
  return db.select().from(idempotencyKeys).where(isKey(keyed)).get() !== undefined;
}

function isKey({ scope, key }: KeyedRequest) {
  return and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key));
}

function hashOf({ request }: KeyedRequest): string {
  return sha256Hex(JSON.stringify(request ?? null));
}
