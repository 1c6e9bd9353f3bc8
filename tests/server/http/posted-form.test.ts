import { Hono } from "hono";
import { expect, test } from "vitest";
import { AppError } from "../../../server/errors.ts";
import type { AppEnv } from "../../../server/http/hono-env.ts";
import { onError } from "../../../server/http/errors.ts";
import { requestLog } from "../../../server/http/log.ts";
import { type Fields, postedForm } from "../../../server/http/posted-form.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";

/** Serves a form that responds with the text "again" if refused; `post` submits it. */
function desk(answer: (fields: Fields) => Response, status = 422) {
  const { deps, logged } = createTestApp();
  const form = postedForm(deps, {
    name: "guest book",
    read: (fields) => fields,
    answer: (_c, fields) => answer(fields),
    refused(c, refusal) {
      if (refusal.code === "internal") throw refusal;
      return c.text("again", { status: status === 303 ? 303 : refusal.status });
    },
  });
  const app = new Hono<AppEnv>().onError(onError(deps)).use(requestLog(deps)).post("*", form);
  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    app.request(SITE, { method: "POST", headers, body });
  return { post, logged };
}

const shown = ({ texts, all }: Fields) => Response.json({ ...texts, tags: all("tag") });

test("of a repeated field the last text counts, and files are no texts", async () => {
  const body = new FormData();
  const typed = "name=Bert&name=Anna&tag=a&tag=b&__proto__=x";
  for (const [name, value] of new URLSearchParams(typed)) body.append(name, value);
  body.append("picture", new File(["x"], "x.png"));
  const answer = await desk(shown).post(body);
  expect(await answer.text()).toBe('{"name":"Anna","tag":"b","__proto__":"x","tags":["a","b"]}');
});

test.each([
  ["{}", "application/json"],
  ["--x\r\nbroken", "multipart/form-data; boundary=x"],
  ["name=Anna", "text/plain"],
])("a body that is no form has no fields: %s", async (body, type) => {
  const answer = await desk(shown).post(body, { "Content-Type": type });
  expect(await answer.json()).toEqual({ tags: [] });
});

const refuse = (): never => {
  throw new AppError("rate_limited", "Wait.", { retryAfterSeconds: 7 });
};

test("a refusal shows the form again, and the log says which form and why", async () => {
  const { post, logged } = desk(refuse);
  const answer = await post(new URLSearchParams());
  expect([answer.status, await answer.text()]).toEqual([429, "again"]);
  expect(answer.headers.get("Retry-After")).toBe("7");
  const requestId = answer.headers.get("X-Request-Id");
  expect(logged).toContainEqual(
    expect.objectContaining({ level: 30, requestId, msg: "guest book: Wait." }),
  );
});

test("a fault that the form throws on is answered and logged once, like a call's", async () => {
  const { post, logged } = desk(() => {
    throw new TypeError("inside");
  });
  const answer = await post(new URLSearchParams());
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain("inside");
  const lines = logged.filter((line) => JSON.stringify(line).includes("inside"));
  expect(lines).toEqual([expect.objectContaining({ level: 50, code: "internal" })]);
});
