import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { AppError, type ErrorCode, STATUS_OF, wireCode } from "../../../server/errors.ts";
import type { AppEnv } from "../../../server/http/hono-env.ts";
import { onError } from "../../../server/http/errors.ts";
import { requestLog } from "../../../server/http/log.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";

const API_CODES = [
  ["invalid", "unauthenticated", "forbidden", "not_found", "conflict", "unpaid"],
  ["version_mismatch", "too_large", "rate_limited", "payment_provider", "internal"],
].flat();

async function answerTo(error: Error) {
  const t = createTestApp();
  const app = new Hono<AppEnv>().onError(onError(t.deps)).use(requestLog(t.deps));
  app.get("*", () => {
    throw error;
  });
  const response = await app.request(SITE);
  const body = (await response.json()) as Record<string, unknown>;
  return { response, body, logged: t.logged };
}

describe("an unexpected fault", () => {
  const broken = "SQLITE_CORRUPT: SELECT * FROM orders /srv/data/papercub.sqlite";
  test.each([
    new TypeError("Cannot read properties of undefined (reading 'id')"),
    new Error(broken),
  ])("is a 500 with the general text alone, logged with its cause: %s", async (fault) => {
    const { response, body, logged } = await answerTo(fault);
    const requestId = response.headers.get("X-Request-Id");
    const message = "An unexpected error occurred. Please try again.";
    expect(response.status).toBe(500);
    const answer = { message, error: message, code: "internal", reason: "internal", requestId };
    expect(body).toEqual(answer);
    const err = expect.objectContaining({ message: fault.message, stack: expect.any(String) });
    const line = { level: 50, requestId };
    for (const told of [
      { ...line, code: "internal", err },
      { ...line, status: 500, path: "/" },
    ]) {
      expect(logged).toContainEqual(expect.objectContaining(told));
    }
  });
});

test.each(["/api/products", "/"])(
  "a fault while making what everybody gets (%s) is answered and logged like any other",
  async (path) => {
    const t = createTestApp();
    t.db.select = () => {
      throw new Error("SQLITE_IOERR: disk trouble inside");
    };
    const response = await t.app.request(SITE + path);
    const body = (await response.json()) as Record<string, unknown>;
    expect(response.status).toBe(500);
    expect(body).toMatchObject({ code: "internal", requestId: expect.any(String) });
    expect(response.headers.get("X-Request-Id")).toBe(body["requestId"]);
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(JSON.stringify(body)).not.toContain("disk trouble");
    expect(t.logged).toContainEqual(
      expect.objectContaining({ level: 50, requestId: body["requestId"], err: expect.anything() }),
    );
  },
);

test.each(Object.entries(STATUS_OF) as [ErrorCode, number][])(
  "%s is answered by %d with both texts and a code of the contract",
  async (code, status) => {
    const { response, body } = await answerTo(new AppError(code, "A text for a person."));
    expect(response.status).toBe(status);
    const message = "A text for a person.";
    const told = { message, error: message, code: wireCode(code), reason: code };
    expect(body).toMatchObject(told);
    expect(API_CODES).toContain(body["code"]);
    expect(body).not.toHaveProperty("errors");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  },
);

test("why a visitor was refused is no warning, and without a place in the program", async () => {
  const cause = new Error("the code was used before", { cause: new Error("invalid_grant") });
  const { logged } = await answerTo(new AppError("malformed", "Please try again.", { cause }));
  const reason = {
    type: "Error",
    message: "the code was used before",
    cause: { type: "Error", message: "invalid_grant" },
  };
  expect(logged).toMatchObject([
    { level: 30, code: "malformed", reason },
    { level: 30, status: 400 },
  ]);
  expect(JSON.stringify(logged)).not.toContain("stack");
});

test("a finer reason, field messages and the time to wait are passed on", async () => {
  const errors = { "products.0.quantity": ["Quantity must be 1."] };
  const more = { errors, retryAfterSeconds: 7, reason: "same_email" } as const;
  const { response, body } = await answerTo(new AppError("invalid", "No.", more));
  expect(body).toMatchObject({ code: "invalid", reason: "same_email", errors });
  expect(response.headers.get("Retry-After")).toBe("7");
});
