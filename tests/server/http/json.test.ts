import { Hono } from "hono";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import type { AppEnv } from "../../../server/http/hono-env.ts";
import { onError } from "../../../server/http/errors.ts";
import { json } from "../../../server/http/json.ts";
import { createRateLimit } from "../../../server/http/rate-limits.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";

const TYPE = "application/json";

/** Serves a test endpoint with a JSON body `{ name }`, limited to `points` requests per minute. */
function desk(points = 100) {
  const { deps } = createTestApp();
  const limit = createRateLimit(deps, { name: "desk", points, seconds: 60, durable: false });
  const body = z.object({ name: z.string("A name.") });
  const app = new Hono<AppEnv>()
    .onError(onError(deps))
    .post("*", json(body, { limit }), (c) => c.json({ message: c.req.valid("json").name }));
  return async (body: BodyInit, headers: HeadersInit = { "Content-Type": TYPE }) => {
    const response = await app.request(SITE, { method: "POST", headers, body });
    const answer = (await response.json()) as Record<string, unknown>;
    const connection = response.headers.get("Connection");
    const { status } = response;
    return { ...answer, ...(connection && { connection }), status } as Record<string, unknown>;
  };
}

const UNREADABLE = "The request couldn't be read. Please reload the page and try again.";
const NO_TEXT = new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]);

test("a body that dribbles is 408 when its time is over, and is not waited for any longer", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const ask = desk();
  const dribble = new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      controller.enqueue(new TextEncoder().encode(" "));
    },
  });
  let isAnswered = false;
  const answer = ask(dribble).finally(() => (isAnswered = true));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(isAnswered).toBe(false);
  await vi.advanceTimersByTimeAsync(3000);
  expect(isAnswered).toBe(true);
  expect(await answer).toMatchObject({
    status: 408,
    code: "invalid",
    reason: "too_slow",
    connection: "close",
  });
});

test("what is no JSON is 400", async () => {
  const ask = desk();
  const texts = ["", "{", "{'a': 1}", "undefined", '{"a":1}}', "\u0000", '{"a":\u0000}', "a=b"];
  for (const body of [...texts, NO_TEXT]) {
    const refusal = { status: 400, code: "invalid", message: UNREADABLE };
    expect([body, await ask(body)]).toMatchObject([body, refusal]);
  }
});

test("JSON of very many levels is 400", async () => {
  const ask = desk();
  for (const levels of [33, 30_000]) {
    const lists = "[".repeat(levels) + "]".repeat(levels);
    expect(await ask(`{"name":${lists}}`)).toMatchObject({ status: 400, message: UNREADABLE });
  }
  expect(await ask('{"name":[[[[]]]]}')).toMatchObject({ status: 422 });
});

test("JSON that is not what is asked for is 422, naming what is wrong", async () => {
  const ask = desk();
  for (const body of ["null", "[]", "5", '"text"', "true", "{}", '{"__proto__":{"name":"x"}}']) {
    const { status, code, message, errors } = await ask(body);
    expect([body, status, code]).toEqual([body, 422, "invalid"]);
    expect(Object.values(errors as object).flat()).toContain(message);
  }
});

const FORM = "application/x-www-form-urlencoded";
test.each(["text/plain", FORM, "application/jsonp", ""])(
  "a body declared as %j is 415",
  async (type) => {
    const bytes = new TextEncoder().encode('{"name":"Anna"}');
    const answer = await desk()(bytes, type ? { "Content-Type": type } : {});
    const message = "Please send this request as JSON.";
    expect(answer).toMatchObject({ status: 415, code: "invalid", message });
  },
);

test.each([`${TYPE}; charset=utf-8`, "Application/JSON", `${TYPE};`, ` ${TYPE} `])(
  "a body declared as %j is read",
  async (type) => {
    const answer = await desk()('{"name":"Anna"}', { "Content-Type": type });
    expect(answer).toEqual({ status: 200, message: "Anna" });
  },
);

test("a body past 64 kB is 413, announced or streamed, and one just below is read", async () => {
  const ask = desk();
  const bodyOf = (bytes: number) => `{"filler":"${"x".repeat(bytes - 13)}"}`;
  const over = bodyOf(65_537);
  const announced = { "Content-Type": TYPE, "Content-Length": String(over.length) };
  const refusal = { status: 413, code: "too_large" };
  expect(await ask(over)).toMatchObject(refusal);
  expect(await ask(over, announced)).toMatchObject(refusal);
  expect(await ask(new Blob([over]).stream())).toMatchObject(refusal);
  expect((await ask(bodyOf(65_536))).status).toBe(422);
});

test("a body is refused by the limit first, then by size, type, syntax and what it says", async () => {
  const ask = desk(5);
  const text = { "Content-Type": "text/plain" };
  const huge = "{".repeat(70_000);
  expect((await ask(huge, text)).status).toBe(413);
  expect((await ask("{", text)).status).toBe(415);
  expect((await ask("{")).status).toBe(400);
  expect((await ask("{}")).status).toBe(422);
  expect((await ask('{"name":"Anna"}')).status).toBe(200);
  expect((await ask(huge, text)).status).toBe(429);
});
