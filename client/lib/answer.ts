import { messages } from "../../server/contract/messages.ts";
import type { ApiErrorBody } from "../../server/contract/answers.ts";
import { fieldsOf, textOf, textsOf } from "./read-fields.ts";

/**
 * Customer texts for an answer that is missing, truncated, not from this store, or without a
 * reason.
 */
export type AnswerTexts = { network: string; notJson: string; broken?: string; failed: string };

type Refusal = Pick<ApiErrorBody, "message" | "code" | "errors"> & { reason: string };

/** The code of a failure that no server has answered. */
export const NO_NETWORK = "no_network";

type Details = Partial<Refusal & { status: number; retryAfterSeconds: number | undefined }>;

/** A call that failed; `message` is written for the visitor. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number | undefined;
  readonly code: string | undefined;
  /** Why, as a stable word; an older build of the shop gives none. */
  readonly reason: string | undefined;
  /** What is wrong with single fields of the request, by their names. */
  readonly errors: ApiErrorBody["errors"];
  /** How long to wait before the next try, where the shop has said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, details?: Details) {
    super(message);
    this.status = details?.status;
    this.code = details?.code;
    this.reason = details?.reason;
    this.errors = details?.errors;
    this.retryAfterSeconds = details?.retryAfterSeconds;
  }
}

/** Says whether a call failed for want of a connection. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.code === NO_NETWORK;
}

type Answer<T> = {
  ok: boolean;
  status: number;
  headers: { get(name: string): string | null };
  json(): Promise<T>;
};

/** The body of a successful JSON answer; every other outcome rejects with an ApiError. */
export async function readAnswer<T>(request: Promise<Answer<T>>, texts: AnswerTexts): Promise<T> {
  const response = await request.catch(() => {
    throw new ApiError(texts.network, { code: NO_NETWORK });
  });
  const { status } = response;
  // A proxy's HTML page or a captive portal must never be taken for the shop's word.
  if (!isJson(response)) throw new ApiError(texts.notJson, { status });
  const body = await response.json().catch(() => {
    throw new ApiError(texts.broken ?? messages.checkoutInvalidAnswer, { status });
  });
  if (response.ok) return body;
  const { message, ...refusal } = readErrorBody(body);
  const retryAfterSeconds = readWait(response);
  throw new ApiError(message || texts.failed, { ...refusal, status, retryAfterSeconds });
}

/** Like `readAnswer`; an answer that names an error is a failure whatever its status says. */
export async function readStrictly<T extends object>(
  request: Promise<Answer<T>>,
  texts: AnswerTexts,
): Promise<T> {
  const body = await readAnswer(request, texts);
  const { error } = fieldsOf(body);
  if (!error) return body;
  throw new ApiError(textOf(error, texts.failed));
}

/** Whether an answer is JSON by its header, as all of the shop's own refusals are. */
export function isJson(response: Pick<Answer<unknown>, "headers">): boolean {
  const type = response.headers.get("content-type") ?? "";
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(type);
}

/** Proxies may write a date instead: that is not read. */
function readWait({ headers }: Answer<unknown>): number | undefined {
  const seconds = Number(headers.get("retry-after"));
  return seconds > 0 ? seconds : undefined;
}

function readErrorBody(body: unknown): Partial<Refusal> {
  const { message, error, code, reason, errors } = fieldsOf(body);
  return {
    message: [message, error].find((text) => typeof text === "string"),
    code: typeof code === "string" ? code : undefined,
    reason: typeof reason === "string" ? reason : undefined,
    errors: readFieldErrors(errors),
  };
}

function readFieldErrors(errors: unknown): ApiErrorBody["errors"] {
  if (typeof errors !== "object" || errors === null) return undefined;
  const texts = Object.entries(errors).map(([field, list]) => [field, textsOf(list)] as const);
  return Object.fromEntries(texts);
}
