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
 * stays, and nothing is left of a download that fails. A copy of the answer waits in memory while that is
 * checked: a stream that breaks or is wrong must not reach the bucket.
 */
export async function download({ file, userId, userKey, signal, onReceived }: Download) {
  const path = pathOf(file.url);
  const answer = await fetch(path, { cache: "no-store", redirect: "error", signal });
  await checkAnswer(answer, userId);
  // The copy is kept, and not the answer itself: browsers take half as long again for that.
  const copy = answer.clone();
  try {
    await checkBody(answer, { file, onReceived });
    signal.throwIfAborted();
  } catch (error) {
    // Or the rest would still be downloaded; a stream that broke by itself refuses it.
    await copy.body?.cancel().catch(() => {});
    throw error;
  }
  const bucket = await caches.open(bucketOf(userKey));
  await bucket.put(path, copy);
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

/** Reads all of a file; a SaveError when that is not what was listed. */
async function checkBody({ body }: Response, { file, onReceived }: Check): Promise<void> {
  const whole = new Uint8Array(file.bytes);
  let received = 0;
  await body?.pipeTo(
    new WritableStream<Uint8Array>({
      write(bytes) {
        if (received + bytes.length > file.bytes) throw new SaveError("damaged");
        whole.set(bytes, received);
        received += bytes.length;
        onReceived(received);
      },
    }),
  );
  if (received !== file.bytes || (await sha256Of(whole)) !== file.sha256)
    throw new SaveError("damaged");
}

/** The browser's own takes a twentieth of the time that a script takes. */
async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return bytesToHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
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
