import { setTimeout as sleep } from "node:timers/promises";

const CUT_AFTER_MS = 10;

export type Fault = {
  kind: "429" | "500" | "500-kept" | "500-bare" | "hang" | "cut" | "slow";
  /** Requests whose path starts with this are hit; all when left out. */
  path?: string;
  method?: "DELETE" | "GET" | "POST";
  /** How many requests are hit; one when left out. */
  times?: number;
  /** How long `slow` waits. */
  ms?: number;
  /** `hang` only: do the work first and lose nothing but the answer. */
  afterWork?: boolean;
};
export type Faults = ReturnType<typeof createFaults>;

/**
 * Trouble to come, taken by the next matching requests in the order it was added:
 * - `429`: refused before any work, with advice to try again
 * - `500`: failed before any work; the same idempotency key may try again
 * - `500-kept`: failed at work; the same idempotency key gets the same answer again
 * - `500-bare`: status 500 whose body has no `error` (the SDK takes it for a success)
 * - `hang`: no answer until the caller gives up
 * - `cut`: the work is done, the connection breaks in the middle of the answer
 * - `slow`: an answer after `ms`
 */
export function createFaults() {
  let planned: (Fault & { left: number })[] = [];
  return {
    /** Plans trouble for the next matching requests. */
    next(fault: Fault): void {
      planned.push({ ...fault, left: fault.times ?? 1 });
    },
    /** Forgets all planned trouble. */
    clear(): void {
      planned = [];
    },
    /** How many requests are still to be hit. */
    left: () => planned.reduce((sum, fault) => sum + fault.left, 0),
    /** Takes the trouble planned for a request, if any. */
    take({ method, path }: { method: string; path: string }): Fault | undefined {
      const fault = planned.find(
        (candidate) =>
          path.startsWith(candidate.path ?? "") && (candidate.method ?? method) === method,
      );
      if (!fault) return undefined;
      fault.left -= 1;
      planned = planned.filter((candidate) => candidate.left > 0);
      return fault;
    },
  };
}

/** Waits until the caller gives up, then throws the caller's reason. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = () => reject(signal.reason);
    if (signal.aborted) fail();
    signal.addEventListener("abort", fail, { once: true });
  });
}

/** The first half of an answer, after which the connection breaks. */
export function cutInHalf(answer: { status: number; headers: Headers; body: string }): Response {
  const bytes = new TextEncoder().encode(answer.body);
  let sent = false;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!sent) {
        sent = true;
        controller.enqueue(bytes.slice(0, bytes.length / 2));
        return;
      }
      // A server sends nothing at all of a stream that breaks at once.
      await sleep(CUT_AFTER_MS);
      controller.error(new Error("The connection was cut"));
    },
  });
  return new Response(stream, { status: answer.status, headers: answer.headers });
}
