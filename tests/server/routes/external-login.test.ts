import { describe, expect, test } from "vitest";
import { type Browser, openBrowser } from "../../support/browser.ts";
import { CLIENT, codeFor, type Person } from "../../support/fake-issuer.ts";
import { anna, openLoginShop } from "../../support/login-shop.ts";
import {
  ANNA,
  expectLoginFailed,
  finishLogin,
  loginRows,
  NO_ROWS,
  startLogin,
} from "../../support/login.ts";
import { MINUTE_MS } from "../../support/shop.ts";
import { signedIn } from "../../support/sign-in.ts";

/** A login of Anna as far as the provider's answer, which this browser hands to the shop. */
async function returning(account: string | null = "anna") {
  const t = await openLoginShop();
  const url = await startLogin(t.browser);
  const back = codeFor(url, account);
  const hand = (body: object, browser: Browser = t.browser) => browser.post("/api/sessions", body);
  const code = back.get("code") ?? "";
  return { ...t, url, back, code, hand, finish: () => finishLogin(t.browser, back) };
}

describe("refused, with the catalogue's text and without a session, is", () => {
  test("a visitor who denies it: there is no code at all", async () => {
    const t = await returning(null);
    expect([t.back.get("error"), t.back.get("code")]).toEqual(["access_denied", null]);
    await expectLoginFailed(await t.finish());
    expect(loginRows(t)).toEqual(NO_ROWS);
  });

  test("a code that is none, or was never given", async () => {
    const t = await returning();
    const codes = ["", 5, "x".repeat(2001), "x", "x&grant_type=password\r\nHost: evil"];
    for (const body of [{}, ...codes.map((code) => ({ code })), { code: "x", state: ["a"] }]) {
      await expectLoginFailed(await t.hand(body));
    }
    expect(loginRows(t)).toEqual(NO_ROWS);
  });

  test("a browser that has not begun a login, or has lost its cookies", async () => {
    const t = await returning();
    await expectLoginFailed(await finishLogin(openBrowser(t), t.back));
    await expectLoginFailed(await t.hand({ code: t.code }, openBrowser(t)));
    expect(loginRows(t)).toEqual(NO_ROWS);
  });

  test("another browser's code, with either state and without one", async () => {
    const eve = { email: "eve@example.com", email_verified: true };
    const t = await openLoginShop({ anna: anna(), eve });
    for (const given of ["theirs", "own", "none"]) {
      const victim = openBrowser(t);
      const own = new URL(await startLogin(victim)).searchParams.get("state");
      const back = codeFor(await startLogin(t.browser), "eve");
      const state = { theirs: back.get("state"), own, none: undefined }[given];
      const response = await victim.post("/api/sessions", { code: back.get("code"), state });
      await expectLoginFailed(response);
    }
    expect(loginRows(t)).toEqual(NO_ROWS);
  });

  test("a code used before, in the same browser and with a new attempt", async () => {
    const t = await returning();
    expect((await t.finish()).status).toBe(200);
    await expectLoginFailed(await t.finish());
    await startLogin(t.browser);
    await expectLoginFailed(await t.hand({ code: t.code }));
    expect(loginRows(t).sessions).toHaveLength(1);
  });

  test("a wrong state, which leaves the right one good", async () => {
    const t = await returning();
    await expectLoginFailed(await t.hand({ code: t.code, state: "x".repeat(43) }));
    expect((await t.finish()).status).toBe(200);
  });

  test("a cookie that was changed, cut or made up", async () => {
    const t = await returning();
    const [payload = "", signature = ""] = (t.browser.cookies.get("login") ?? "").split(".");
    const forged = Buffer.from(payload, "base64url").toString().replace("google", "goggle");
    const changed = Buffer.from(forged).toString("base64url");
    const halves = [payload, `${payload}.`, `.${signature}`, `${payload}.${signature}x`];
    for (const cookie of ["", ".", "x.y", "[]", ...halves, `${changed}.${signature}`]) {
      const back = codeFor(t.url, "anna");
      t.browser.cookies.set("login", cookie);
      await expectLoginFailed(await finishLogin(t.browser, back));
    }
    expect(loginRows(t)).toEqual(NO_ROWS);
  });

  test.each([
    ["ten minutes old", 10 * MINUTE_MS],
    ["begun before the clock was set back", -2 * MINUTE_MS],
  ])("an attempt that was %s", async (_name, ms) => {
    const t = await returning();
    t.clock.advance(ms);
    await expectLoginFailed(await t.finish());
    expect(loginRows(t)).toEqual(NO_ROWS);
  });

  test.each<[string, Person]>([
    ["has not verified", { ...anna(), email_verified: false }],
    ["says nothing about", { email: ANNA }],
    ["calls verified in a word", { ...anna(), email_verified: "true" as never }],
    ["does not tell", { email_verified: true }],
    ["cannot have verified, as it is none", { email: "anna", email_verified: true }],
  ])("an address that the provider %s, without an account and with one", async (_name, person) => {
    const t = await openLoginShop({ eve: person });
    await expectLoginFailed(await t.login(t.browser, "eve"));
    expect(loginRows(t)).toEqual(NO_ROWS);
    await signedIn(t, ANNA);
    await expectLoginFailed(await t.login(t.browser, "eve"));
    expect(loginRows(t)).toMatchObject({ identities: [], sessions: [{ userId: 1 }] });
    expect((await t.browser.get("/api/products/purchased-products")).status).toBe(401);
  });
});

test("nothing that failed is logged with an address, a code or a secret", async () => {
  const t = await openLoginShop({ eve: { ...anna(), email_verified: false } });
  const back = codeFor(await startLogin(t.browser), "eve");
  await expectLoginFailed(await finishLogin(t.browser, back));
  await startLogin(t.browser);
  await expectLoginFailed(await t.browser.post("/api/sessions", { code: back.get("code") }));
  const lines = JSON.stringify(t.logged);
  expect(lines).toContain("Google login failed");
  for (const secret of [/anna/i, back.get("code") ?? "", CLIENT.secret]) {
    expect(lines).not.toMatch(secret);
  }
});
