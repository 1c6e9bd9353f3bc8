import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { api } from "../../lib/api.ts";
import { isJson } from "../../lib/answer.ts";
import { bucketOf } from "./database.ts";
import { pathOf } from "./plan.ts";
import type { Problem, Wanted } from "./state.ts";

/** Why a file could not be saved. */
export class SaveError extends Error {
  override readonly name = "SaveError";
  constructor(readonly problem: Problem) {
    super(problem);
  }
}

type Download = {
  file: Wanted;
  userId: number;
  userKey: string;
  signal: AbortSignal;
  /** Takes how many bytes have come so far. */
  onReceived: (bytes: number) => void;
};

/**
 * Puts a file into the user's bucket once its length and SHA-256 are right; until then what was there
 * stays, and nothing is left of a download that fails. The answer waits in memory while its copy is
 * checked: a stream that breaks or is wrong must not reach the bucket.
 */
export async function download({ file, userId, userKey, signal, onReceived }: Download) {
  const path = pathOf(file.url);
  const answer = await fetch(path, { cache: "no-store", redirect: "error", signal });
  await checkAnswer(answer, userId);
  try {
    await checkBody(answer.clone(), { file, onReceived });
    signal.throwIfAborted();
  } catch (error) {
    // Or the rest would still be downloaded; a stream that broke by itself refuses it.
    await answer.body?.cancel().catch(() => {});
    throw error;
  }
  const bucket = await caches.open(bucketOf(userKey));
  await bucket.put(path, answer);
}

/** A captive portal answers anything with a page of its own: only the shop's own word counts. */
async function checkAnswer(answer: Response, userId: number): Promise<void> {
  const isPdf = answer.headers.get("content-type") === "application/pdf";
  if (answer.status === 200 && isPdf) return;
  await answer.body?.cancel();
  if (answer.status !== 404 || !isJson(answer)) throw new SaveError("offline");
  // The shop answers so too when it does not know the user any more.
  const user = await api.findUser();
  throw new SaveError(user?.id === userId ? "gone" : "signed-out");
}

type Check = Pick<Download, "file" | "onReceived">;

async function checkBody({ body }: Response, { file, onReceived }: Check): Promise<void> {
  // The browser's own hashes only what is in memory as a whole, which a phone cannot spare.
  const hash = sha256.create();
  let received = 0;
  await body?.pipeTo(
    new WritableStream<Uint8Array>({
      write(bytes) {
        hash.update(bytes);
        received += bytes.length;
        if (received > file.bytes) throw new SaveError("damaged");
        onReceived(received);
      },
    }),
  );
  if (received !== file.bytes || bytesToHex(hash.digest()) !== file.sha256)
    throw new SaveError("damaged");
}

/** What to tell of a failure. A connection that breaks shows in many ways; trying again helps them all. */
export function problemOf(error: unknown): Problem {
  if (error instanceof SaveError) return error.problem;
  return isFull(error) ? "full" : "offline";
}

/** Whether the device had no room, in Cache Storage or the database. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && error.name === "QuotaExceededError";
}
