import type { ApiErrorBody } from "../../server/contract/answers.ts";
import { messages } from "../../server/contract/messages.ts";
import type { Reason } from "../../server/contract/reasons.ts";
import { fieldsOf, textOf, textsOf } from "./read-fields.ts";

/** Error texts: no response, a response that is not JSON or cut off, an error without a message. */
export type AnswerTexts = { network: string; notJson: string; broken?: string; failed: string };

/** Texts of most calls of a page. */
export const pageTexts: AnswerTexts = {
  get network() {
    return messages.network;
  },
  get notJson() {
    return messages.checkoutInvalidFormat;
  },
  get failed() {
    return messages.unexpected;
  },
};

type Refusal = Pick<ApiErrorBody, "message" | "code" | "errors"> & { reason: string };

/** Error code for a request without a response. */
export const NO_NETWORK = "no_network";

type Details = Partial<Refusal & { status: number; retryAfterSeconds: number | undefined }>;

/** Error of an API call. Its message can be shown to the visitor. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  declare readonly status: number | undefined;
  declare readonly code: string | undefined;
  /** Machine-readable reason. */
  declare readonly reason: string | undefined;
  /** Validation errors by field. */
  declare readonly errors: ApiErrorBody["errors"];
  declare readonly retryAfterSeconds: number | undefined;

  constructor(message: string, details: Details = {}) {
    super(message);
    Object.assign(this, details);
  }
}

/** Whether a request failed because the server could not be reached. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.code === NO_NETWORK;
}

// Errors whose message can be shown to visitors: AppError on the server, ApiError in the browser.
const VISITOR_ERRORS = new Set(["AppError", "ApiError"]);

/** Returns the machine-readable reason of an API error; undefined for other errors. */
export function reasonOf(error: unknown): string | undefined {
  const hasReason = error instanceof Error && VISITOR_ERRORS.has(error.name) && "reason" in error;
  return hasReason && typeof error.reason === "string" ? error.reason : undefined;
}

export function isRefusedFor(error: unknown, reason: Reason): boolean {
  return reasonOf(error) === reason;
}

/** Returns the message to show to the visitor. Internal errors get a generic text. */
export function readableMessage(error: unknown): string {
  const readable = error instanceof Error && VISITOR_ERRORS.has(error.name);
  return (readable && error.message) || messages.unexpected;
}

export type JsonResponse<T> = {
  ok: boolean;
  status: number;
  headers: { get(name: string): string | null };
  json(): Promise<T>;
};

/** Returns the body of a successful JSON response; rejects with an ApiError otherwise. */
export async function readAnswer<T>(
  request: Promise<JsonResponse<T>>,
  texts: AnswerTexts,
): Promise<T> {
  const response = await request.catch(() => {
    throw new ApiError(texts.network, { code: NO_NETWORK });
  });
  const { status } = response;
  // A proxy or a captive portal may answer with its own page.
  if (!isJson(response)) throw new ApiError(texts.notJson, { status });
  const body = await response.json().catch(() => {
    throw new ApiError(texts.broken ?? messages.checkoutInvalidAnswer, { status });
  });
  if (response.ok) return body;
  const { message, ...refusal } = readErrorBody(body);
  // Only the number form of Retry-After is supported; a date becomes NaN.
  const seconds = Number(response.headers.get("retry-after"));
  const retryAfterSeconds = seconds > 0 ? seconds : undefined;
  throw new ApiError(message || texts.failed, { ...refusal, status, retryAfterSeconds });
}

/** Like `readAnswer`, but also rejects a successful response with an `error` field. */
export async function readStrictly<T extends object>(
  request: Promise<JsonResponse<T>>,
  texts: AnswerTexts,
): Promise<T> {
  const body = await readAnswer(request, texts);
  const { error } = fieldsOf(body);
  if (!error) return body;
  throw new ApiError(textOf(error, texts.failed));
}

/** Whether the Content-Type header is JSON. */
export function isJson(response: Pick<JsonResponse<unknown>, "headers">): boolean {
  const type = response.headers.get("content-type") ?? "";
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(type);
}

function readErrorBody(body: unknown): Partial<Refusal> {
  const { message, error, code, reason, errors } = fieldsOf(body);
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  const lists = Object.entries(fieldsOf(errors)).map(([field, list]) => [field, textsOf(list)]);
  return {
    message: text(message) ?? text(error),
    code: text(code),
    reason: text(reason),
    errors: typeof errors === "object" && errors ? Object.fromEntries(lists) : undefined,
  };
}
