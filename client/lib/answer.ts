import { messages } from "../../server/contract/messages.ts";
import type { ApiErrorBody } from "../../server/contract/store.ts";

/** What the visitor reads when an answer is missing, is not ours, or gives no reason. */
export type AnswerTexts = { network: string; notJson: string; failed: string };

/** A call that failed; `message` is written for the visitor. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number | undefined;
  readonly code: string | undefined;

  constructor(message: string, details?: { status: number; code?: string }) {
    super(message);
    this.status = details?.status;
    this.code = details?.code;
  }
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
    throw new ApiError(texts.network);
  });
  const { status } = response;
  // A proxy's HTML page or a captive portal must never be taken for the shop's word.
  if (!isJson(response)) throw new ApiError(texts.notJson, { status });
  const body = await response.json().catch(() => {
    throw new ApiError(messages.checkoutInvalidAnswer, { status });
  });
  if (response.ok) return body;
  const { message, code } = readErrorBody(body);
  throw new ApiError(message || texts.failed, { status, code });
}

function isJson(response: Answer<unknown>): boolean {
  const type = response.headers.get("content-type") ?? "";
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(type);
}

function readErrorBody(body: unknown): Partial<Pick<ApiErrorBody, "message" | "code">> {
  if (typeof body !== "object" || body === null) return {};
  const { message, code } = body as Record<string, unknown>;
  return {
    message: typeof message === "string" ? message : undefined,
    code: typeof code === "string" ? code : undefined,
  };
}
