import { bytesToHex } from "@noble/hashes/utils.js";
import { signInApi } from "../../lib/sign-in-api.ts";
import { isJson } from "../../lib/answer.ts";
import { DeviceError } from "../../device/idb.ts";
import { pathOf, type Problem } from "./state.ts";
import type { ListedFile } from "../../device/library-database.ts";

/** Thrown when a file cannot be saved. */
export class SaveError extends Error {
  override readonly name = "SaveError";
  constructor(readonly problem: Problem) {
    super(problem);
  }
}

/** Options of one download. `onReceived` gets the number of bytes received so far. */
export type DownloadRun = { signal: AbortSignal; onReceived: (bytes: number) => void };
type DownloadOptions = DownloadRun & { file: ListedFile; userId: number; bucket: string };

/**
 * Downloads a file and caches it after verifying length and SHA-256, so that an older copy stays
 * until then. The body is buffered in memory, because a broken stream must not reach the cache.
 */
export async function download({ file, userId, bucket, signal, onReceived }: DownloadOptions) {
  const path = pathOf(file.url);
  const response = await fetch(path, { cache: "no-store", redirect: "error", signal });
  await checkHead(response, userId);
  // Caching a clone is a third faster than caching the response itself.
  const copy = response.clone();
  try {
    await checkBody(response, file, onReceived);
    signal.throwIfAborted();
  } catch (error) {
    // Abort the download. Canceling rejects if the stream is already broken.
    await copy.body?.cancel().catch(() => {});
    throw error;
  }
  await (await caches.open(bucket)).put(path, copy);
}

/** Rejects responses that are not from the store, such as the page of a captive portal. */
async function checkHead(response: Response, userId: number): Promise<void> {
  const isPdf = response.headers.get("content-type") === "application/pdf";
  if (response.status === 200 && isPdf) return;
  await response.body?.cancel();
  if (response.status !== 404 || !isJson(response)) throw new SaveError("offline");
  // The server responds with 404 both for a removed file and for an ended session.
  const user = await signInApi.findUser();
  throw new SaveError(user?.id === userId ? "gone" : "signed-out");
}

async function checkBody(
  { body }: Response,
  file: ListedFile,
  onReceived: DownloadRun["onReceived"],
): Promise<void> {
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
  // Web Crypto's SHA-256 is about 20 times faster than one in JavaScript.
  const hash = bytesToHex(new Uint8Array(await crypto.subtle.digest("SHA-256", whole)));
  if (received !== file.bytes || hash !== file.sha256) throw new SaveError("damaged");
}

/** Returns the problem to show. Other errors count as "offline", because network errors vary. */
export function downloadProblem(error: unknown): Problem {
  if (error instanceof SaveError) return error.problem;
  return isFull(error) ? "full" : "offline";
}

/** Whether the storage quota is exceeded, in Cache Storage or IndexedDB. */
export function isFull(error: unknown): boolean {
  if (error instanceof DeviceError) return error.reason === "full";
  return error instanceof Error && error.name === "QuotaExceededError";
}
