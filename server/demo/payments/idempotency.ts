import { ApiError, invalid } from "./api-error.ts";
import type { SimulatorStore, StoredAnswer } from "./types.ts";

const KEPT_SECONDS = 86_400;
const MAXIMUM_KEY_LENGTH = 255;

export type Answer = {
  status: number;
  body: string;
  headers?: Record<string, string>;
};
export type KeyedRequest = {
  key: string;
  endpoint: string;
  fingerprint: string;
  requestId: string;
  now: number;
};
export type Idempotency = ReturnType<typeof createIdempotency>;

/**
 * Stripe's memory of keyed requests. The function it returns does the work once per key: an
 * equal later request gets the stored answer. Work that throws leaves its key unused.
 * @throws ApiError when the key belongs to another request
 */
export function createIdempotency(store: SimulatorStore) {
  return (request: KeyedRequest, work: () => Answer): Answer => {
    const { key } = request;
    if (key.length > MAXIMUM_KEY_LENGTH) {
      throw invalid(`Idempotency keys can be at most ${MAXIMUM_KEY_LENGTH} characters long.`);
    }
    const stored = store.find("idempotency", key);
    if (stored && stored.createdAt + KEPT_SECONDS > request.now) return replay(stored, request);
    const answer = work();
    store.put("idempotency", toStored(request, answer));
    return answer;
  };
}

function replay(stored: StoredAnswer, request: KeyedRequest): Answer {
  if (stored.endpoint !== request.endpoint) throw otherEndpoint(stored.id, stored.endpoint);
  if (stored.fingerprint !== request.fingerprint) throw otherParams(stored.id);
  return {
    status: stored.status,
    body: stored.body,
    headers: {
      "Idempotent-Replayed": "true",
      "Original-Request": stored.requestId,
    },
  };
}

function toStored(request: KeyedRequest, answer: Answer): StoredAnswer {
  return {
    id: request.key,
    createdAt: request.now,
    endpoint: request.endpoint,
    fingerprint: request.fingerprint,
    requestId: request.requestId,
    status: answer.status,
    body: answer.body,
  };
}

function otherParams(key: string): ApiError {
  return new ApiError(400, {
    type: "idempotency_error",
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

function otherEndpoint(key: string, endpoint: string): ApiError {
  return new ApiError(400, {
    type: "idempotency_error",
    message: `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${endpoint}'). Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}
