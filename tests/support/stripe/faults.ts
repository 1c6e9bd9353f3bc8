import { setTimeout as sleep } from "node:timers/promises";
import type { Intercept } from "../../../server/demo/payments/api.ts";

const CUT_AFTER_MS = 10;

export type Fault = {
  kind: "429" | "500" | "500-kept" | "500-bare" | "hang" | "cut" | "slow";
  /** Path prefix of the affected requests; all paths by default. */
  path?: string;
  method?: "GET" | "POST";
  /** Number of affected requests; one by default. */
  times?: number;
  ms?: number;
  /** `hang` only: does the work and loses only the response. */
  afterWork?: boolean;
};

/**
 * Faults for the next matching requests, in order:
 * - `429`: rejected before processing; the headers advise a retry
 * - `500`: failed before processing; a retry with the same idempotency key may succeed
 * - `500-kept`: failed during processing; a retry with the same idempotency key gets the same error
 * - `500-bare`: status 500 without an `error` in the body (the SDK resolves it as a success)
 * - `hang`: no response until the caller aborts
 * - `cut`: processed, but the connection breaks in the middle of the response
 * - `slow`: a response after `ms`; meanwhile its idempotency key is in use
 */
export function plannedFaults() {
  let planned: (Fault & { left: number })[] = [];
  const keptFailures = new Set<string>();
  const keysInUse = new Set<string>();

  const take = ({ method, path }: { method: string; path: string }): Fault | undefined => {
    const fault = planned.find(
      (candidate) =>
        path.startsWith(candidate.path ?? "") && (candidate.method ?? method) === method,
    );
    if (!fault) return undefined;
    fault.left -= 1;
    planned = planned.filter((candidate) => candidate.left > 0);
    return fault;
  };

  const intercept: Intercept = async ({ request, signal, answer }) => {
    const key = request.idempotencyKey ?? "";
    const fault = take(request);
    switch (fault?.kind) {
      case "429":
        return refusal(429, "rate_limit", { "Stripe-Should-Retry": "true" });
      case "500":
        return failure();
      case "500-kept":
        if (key) keptFailures.add(key);
        return failure({ "Stripe-Should-Retry": "false" });
      case "500-bare":
        return new Response('{"message":"Bad gateway"}', { status: 500 });
      case "hang":
        if (fault.afterWork) await answer();
        return untilAborted(signal);
      case "cut":
        return cutInHalf(await answer());
      default:
    }
    if (keysInUse.has(key)) return refusal(409, "idempotency_key_in_use");
    if (keptFailures.has(key)) {
      return failure({ "Stripe-Should-Retry": "false", "Idempotent-Replayed": "true" });
    }
    if (fault?.kind !== "slow") return answer();
    if (key) keysInUse.add(key);
    await sleep(fault.ms ?? 0);
    keysInUse.delete(key);
    return answer();
  };

  return {
    intercept,
    next(fault: Fault): void {
      planned.push({ ...fault, left: fault.times ?? 1 });
    },
    clear(): void {
      planned = [];
    },
    left: () => planned.reduce((sum, fault) => sum + fault.left, 0),
  };
}

function refusal(status: number, code: string, headers: Record<string, string> = {}): Response {
  const error = { type: "invalid_request_error", code, message: `Planned by a test: ${code}.` };
  return Response.json({ error }, { status, headers });
}

function failure(headers: Record<string, string> = {}): Response {
  const error = { type: "api_error", message: "Planned by a test: an unknown error." };
  return Response.json({ error }, { status: 500, headers });
}

/** Rejects when the caller aborts. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = () => reject(signal.reason);
    if (signal.aborted) fail();
    signal.addEventListener("abort", fail, { once: true });
  });
}

/** Returns a response whose connection breaks after the first half of the body. */
async function cutInHalf(answer: Response): Promise<Response> {
  const bytes = await answer.bytes();
  let sent = false;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!sent) {
        sent = true;
        controller.enqueue(bytes.slice(0, bytes.length / 2));
        return;
      }
      // A server sends no bytes of a stream that fails immediately.
      await sleep(CUT_AFTER_MS);
      controller.error(new Error("The connection was cut"));
    },
  });
  return new Response(stream, answer);
}
