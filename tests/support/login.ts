import { expect } from "vitest";
import { identities, sessions, users } from "../../db/schema.ts";
import type { Browser } from "./browser.ts";
import { SITE, type TestApp } from "./create-test-app.ts";

export const LOGIN_START = `/api/oauth/google/redirect_url?originUrl=${encodeURIComponent(SITE)}`;
export const LOGIN_FAILED = {
  message: "Google login failed. Please try again.",
  error: "Google login failed. Please try again.",
  code: "invalid",
  reason: "login_failed",
};

/** Starts a login; returns the provider's URL. */
export async function startLogin(browser: Browser): Promise<string> {
  const response = await browser.get(LOGIN_START);
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return ((await response.json()) as { redirectUrl: string }).redirectUrl;
}

export const finishLogin = (browser: Browser, back: URLSearchParams): Promise<Response> =>
  browser.post("/api/sessions", { code: back.get("code"), state: back.get("state") });

export const loginRows = ({ db }: Pick<TestApp, "db">) => ({
  users: db.select().from(users).all(),
  identities: db.select().from(identities).all(),
  sessions: db.select().from(sessions).all(),
});

export const NO_ROWS = { users: [], identities: [], sessions: [] };

/** Expects the response that all login failures share, without a session. */
export async function expectLoginFailed(response: Response): Promise<void> {
  expect(response.status).toBe(400);
  const { requestId, ...answer } = (await response.json()) as Record<string, unknown>;
  expect(requestId).toBeTruthy();
  expect(answer).toEqual(LOGIN_FAILED);
  expect(response.headers.getSetCookie().join()).not.toContain("session=");
}

export const ANNA = "anna@example.com";
