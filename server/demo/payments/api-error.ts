/** The `error` object of Stripe's error answers. */
export type ErrorBody = {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  decline_code?: string;
  doc_url?: string;
  param?: string;
};

type ErrorStatus = 400 | 401 | 402 | 404 | 409 | 429 | 500;

/** An error answer of the API; thrown anywhere while a request is handled. */
export class ApiError extends Error {
  readonly status: ErrorStatus;
  readonly body: ErrorBody;

  constructor(status: ErrorStatus, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body.code ? { ...body, doc_url: docUrl(body.code) } : body;
  }
}

/** A parameter that is missing, malformed or not allowed here (400). */
export function invalid(message: string, { code, param }: { code?: string; param?: string } = {}) {
  return new ApiError(400, {
    type: "invalid_request_error",
    message,
    ...(code && { code }),
    ...(param && { param }),
  });
}

/** A required parameter that was not sent (400). */
export function missing(param: string): ApiError {
  return invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param });
}

/** An id that names nothing: 404 in the path, 400 when it came as a parameter. */
export function noSuch(
  object: string,
  { id, param, status = 404 }: { id: string; param: string; status?: 400 | 404 },
): ApiError {
  return new ApiError(status, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${object}: '${id}'`,
    param,
  });
}

function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}`;
}
