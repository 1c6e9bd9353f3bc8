/**
 * Why a webhook got no response. `private`: the address is on this machine or in a private network ·
 * `insecure`: plain HTTP · `timeout`: too slow · `unreachable`: no connection, or an invalid response.
 */
export type WebhookFault = "private" | "insecure" | "timeout" | "unreachable";

/** The status code of the response, or why there is none; `code` is that of the system or of TLS. */
export type WebhookOutcome = { status: number } | { fault: WebhookFault; code?: string };

export type WebhookRequest = {
  url: string;
  headers: Record<string, string>;
  body: string;
  signal?: AbortSignal | undefined;
};

/** Posts a webhook. Never follows a redirect, and never rejects. */
export type PostWebhook = (request: WebhookRequest) => Promise<WebhookOutcome>;
