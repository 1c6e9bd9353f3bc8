import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import type { AppEnv } from "../../../server/http/hono-env.ts";
import { keepAttempt, takeAttempt } from "../../../server/http/sign-in.ts";
import { sign } from "../../../server/domain/tokens.ts";
import { openBrowser } from "../../support/browser.ts";
import { createTestApp, type TestApp } from "../../support/create-test-app.ts";

const MINUTE_MS = 60_000;

/** Serves routes that store and take login attempts; `keep` and `take` request them by state. */
function desk(deps: TestApp["deps"]) {
  const app = new Hono<AppEnv>()
    .get("/keep/:state", (c) => {
      keepAttempt(c, deps, { state: c.req.param("state"), nonce: "n", verifier: "v" });
      return c.text("kept");
    })
    .get("/take", (c) => c.text(takeAttempt(c, deps, undefined)?.state ?? "-"))
    .get("/take/:state", (c) => c.text(takeAttempt(c, deps, c.req.param("state"))?.state ?? "-"));
  const browser = openBrowser({ app });
  const text = async (path: string) => (await browser.get(path)).text();
  return {
    cookies: browser.cookies,
    keep: (state: string) => text(`/keep/${state}`),
    take: (state?: string) => text(state ? `/take/${state}` : "/take"),
  };
}

const withProvider = (name: string) => {
  const { deps } = createTestApp();
  const { oidc } = deps.config;
  if (!oidc) throw new Error("There is no external login.");
  return { ...deps, config: { ...deps.config, oidc: { ...oidc, provider: name } } };
};

describe("an attempt is not taken", () => {
  test("when three newer ones were begun", async () => {
    const t = desk(createTestApp().deps);
    for (const state of ["one", "two", "three", "four"]) await t.keep(state);
    expect(await t.take("one")).toBe("-");
    const taken = [await t.take("two"), await t.take("four"), await t.take()];
    expect(taken).toEqual(["two", "four", "three"]);
  });

  test("when it was begun at another provider", async () => {
    const [google, other] = [desk(withProvider("google")), desk(withProvider("other"))];
    await google.keep("one");
    other.cookies.set("login", google.cookies.get("login") ?? "");
    expect([await other.take("one"), await other.take()]).toEqual(["-", "-"]);
    expect(await google.take("one")).toBe("one");
  });

  test("twice, or after ten minutes", async () => {
    const { deps, clock } = createTestApp();
    const t = desk(deps);
    await t.keep("one");
    expect([await t.take("one"), await t.take("one")]).toEqual(["one", "-"]);
    await t.keep("two");
    clock.advance(10 * MINUTE_MS);
    expect(await t.take("two")).toBe("-");
  });

  test.each([
    ["a list of older attempts", [{ state: "one", nonce: "n", verifier: "v" }]],
    ["one attempt", { state: "one" }],
    ["nothing", null],
  ])("when another release has signed %s, and a new one can be begun", async (_name, held) => {
    const { deps } = createTestApp();
    const t = desk(deps);
    const payload = Buffer.from(JSON.stringify(held)).toString("base64url");
    t.cookies.set("login", `${payload}.${sign(deps.secret, "login-cookie", payload)}`);
    expect([await t.take("one"), await t.take()]).toEqual(["-", "-"]);
    await t.keep("two");
    expect(await t.take()).toBe("two");
  });
});
