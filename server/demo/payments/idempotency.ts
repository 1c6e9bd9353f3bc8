import { ApiError, invalid } from "./api-error.ts";
import type { SimulatorStore, StoredAnswer } from "./types.ts";

const KEPT_SECONDS = 86_400;
const MAXIMUM_KEY_LENGTH = 255;

export type Answer = {
  status: number;
  body: string;
  headers?: Record<string, string>;
  /** Whether the same key gets this answer again. */
  kept: boolean;
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
 * equal later request gets the stored answer.
 * @throws ApiError when the key belongs to another request or to one in progress
 */
export function createIdempotency(store: SimulatorStore) {
  const inProgress = new Set<string>();
  return async (request: KeyedRequest, work: () => Promise<Answer>): Promise<Answer> => {
    const { key } = request;
    if (key.length > MAXIMUM_KEY_LENGTH) {
      throw invalid(`Idempotency keys can be at most ${MAXIMUM_KEY_LENGTH} characters long.`);
    }
    if (inProgress.has(key)) throw keyInUse(key);
    const stored = store.find("idempotency", key);
    if (stored && stored.createdAt + KEPT_SECONDS > request.now) return replay(stored, request);
    inProgress.add(key);
    try {
      const answer = await work();
      if (answer.kept) store.put("idempotency", toStored(request, answer));
      return answer;
    } finally {
      inProgress.delete(key);
    }
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
      ...(stored.status >= 500 && { "Stripe-Should-Retry": "false" }),
    },
    kept: true,
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

function keyInUse(key: string): ApiError {
  return new ApiError(409, {
    type: "invalid_request_error",
    code: "idempotency_key_in_use",
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  });
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
