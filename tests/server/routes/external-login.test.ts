import { describe, expect, test } from "vitest";
import { openBrowser } from "../../support/browser.ts";
import { anna, openLoginShop } from "../../support/login-shop.ts";
import {
  ANNA,
  expectLoginFailed,
  finishLogin,
  loginRows,
  NO_ROWS,
  startLogin,
} from "../../support/login.ts";
import type { Person } from "../../support/oidc-peer.ts";
import { buy } from "../../support/shop.ts";
import { signedIn } from "../../support/sign-in.ts";

const LIST = "/api/products/purchased-products";
const MINUTE_MS = 60_000;

describe("refused, with the catalogue's text and without a session", () => {
  test("when the visitor denies it, there is no code at all", async () => {
    const t = await openLoginShop();
    const back = await t.peer.visit(await startLogin(t.browser), null);
    expect(back.get("error")).toBe("access_denied");
    expect(back.get("code")).toBeNull();
    await expectLoginFailed(await finishLogin(t.browser, back));
    expect(loginRows(t)).toEqual(NO_ROWS);
  });

  test.each([
    ["no code", {}],
    ["an empty code", { code: "" }],
    ["a code that is a number", { code: 5 }],
    ["a code too long", { code: "x".repeat(2001) }],
    ["a code that nobody gave", { code: "x" }],
    ["a code with odd characters", { code: "x&grant_type=password\r\nHost: evil" }],
    ["a state that is none", { code: "x", state: ["a"] }],
  ])("%s", async (_name, body) => {
    const t = await openLoginShop();
    await startLogin(t.browser);
    await expectLoginFailed(await t.browser.post("/api/sessions", body));
    expect(loginRows(t)).toEqual(NO_ROWS);
  });

  test("a browser that has not begun a login, or has lost its cookies", async () => {
    const t = await openLoginShop();
    const back = await t.peer.visit(await startLogin(t.browser), "anna");
    await expectLoginFailed(await finishLogin(openBrowser(t), back));
    const stateless = await openBrowser(t).post("/api/sessions", { code: back.get("code") });
    await expectLoginFailed(stateless);
    expect(loginRows(t)).toEqual(NO_ROWS);
  });

  test("another browser's code, with either state and without one", async () => {
    const t = await openLoginShop({
      anna: anna(),
      eve: { email: "eve@example.com", email_verified: true },
    });
    for (const given of ["theirs", "own", "none"]) {
      const victim = openBrowser(t);
      const own = new URL(await startLogin(victim)).searchParams.get("state");
      const eve = await t.peer.visit(await startLogin(t.browser), "eve");
      const state = { theirs: eve.get("state"), own, none: undefined }[given];
      const response = await victim.post("/api/sessions", { code: eve.get("code"), state });
      await expectLoginFailed(response);
    }
    expect(loginRows(t)).toEqual(NO_ROWS);
  });

  test("a code used before, in the same browser and with a new attempt", async () => {
    const t = await openLoginShop();
    const back = await t.peer.visit(await startLogin(t.browser), "anna");
    expect((await finishLogin(t.browser, back)).status).toBe(200);
    await expectLoginFailed(await finishLogin(t.browser, back));
    await startLogin(t.browser);
    await expectLoginFailed(await t.browser.post("/api/sessions", { code: back.get("code") }));
    expect(loginRows(t).sessions).toHaveLength(1);
  });

  test("a wrong state, which leaves the right one good", async () => {
    const t = await openLoginShop();
    const back = await t.peer.visit(await startLogin(t.browser), "anna");
    const wrong = new URLSearchParams({ code: back.get("code") ?? "", state: "x".repeat(43) });
    await expectLoginFailed(await finishLogin(t.browser, wrong));
    expect((await finishLogin(t.browser, back)).status).toBe(200);
  });

  test("a cookie that was changed, cut or made up", async () => {
    const t = await openLoginShop();
    const url = await startLogin(t.browser);
    const good = t.browser.cookies.get("login") ?? "";
    const [payload = "", signature = ""] = good.split(".");
    const forged = Buffer.from(payload, "base64url").toString().replace("google", "goggle");
    const cookies = [
      "",
      ".",
      payload,
      `${payload}.`,
      `.${signature}`,
      "x.y",
      "[]",
      `${payload}.${signature}x`,
    ];
    cookies.push(`${Buffer.from(forged).toString("base64url")}.${signature}`);
    for (const cookie of cookies) {
      const back = await t.peer.visit(url, "anna");
      t.browser.cookies.set("login", cookie);
      await expectLoginFailed(await finishLogin(t.browser, back));
    }
    expect(loginRows(t)).toEqual(NO_ROWS);
  });

  test.each([
    ["ten minutes later", 10 * MINUTE_MS],
    ["when the clock has been set back since", -2 * MINUTE_MS],
  ])("%s", async (_name, ms) => {
    const t = await openLoginShop();
    const back = await t.peer.visit(await startLogin(t.browser), "anna");
    t.clock.advance(ms);
    await expectLoginFailed(await finishLogin(t.browser, back));
    expect(loginRows(t)).toEqual(NO_ROWS);
  });

  test.each<[string, Person]>([
    ["has not verified", { ...anna(), email_verified: false }],
    ["says nothing about", { email: ANNA }],
    ["calls verified in a word", { ...anna(), email_verified: "true" as never }],
    ["does not tell", { email_verified: true }],
    ["cannot have verified, as it is none", { email: "anna", email_verified: true }],
  ])("an address that the provider %s: no account, no purchases", async (_name, person) => {
    const t = await openLoginShop({ eve: person });
    const pack = await t.addProduct({ name: "Premium Pack", contents: ["a"] });
    await buy(t, openBrowser(t), { products: [pack], email: ANNA });
    await expectLoginFailed(await t.login(t.browser, "eve"));
    expect(loginRows(t)).toEqual(NO_ROWS);
    expect((await t.browser.get(LIST)).status).toBe(401);
  });

  test("an unverified address of somebody who has an account", async () => {
    const t = await openLoginShop({ eve: { email: ANNA, email_verified: false } });
    await signedIn(t, ANNA);
    await expectLoginFailed(await t.login(t.browser, "eve"));
    expect(loginRows(t)).toMatchObject({ identities: [], sessions: [{ userId: 1 }] });
  });

  test("sent from another site, or not as JSON", async () => {
    const t = await openLoginShop();
    const back = await t.peer.visit(await startLogin(t.browser), "anna");
    const body = { code: back.get("code"), state: back.get("state") };
    const foreign = await t.browser.post("/api/sessions", body, { Origin: "https://evil.example" });
    expect(foreign.status).toBe(403);
    expect((await t.browser.postForm("/api/sessions", { code: "x" })).status).toBe(415);
    expect((await t.browser.post("/api/sessions", "{")).status).toBe(400);
    expect(loginRows(t)).toEqual(NO_ROWS);
  });

  test("and nothing that failed is logged with an address, a code or a secret", async () => {
    const t = await openLoginShop({ eve: { ...anna(), email_verified: false } });
    const back = await t.peer.visit(await startLogin(t.browser), "eve");
    await expectLoginFailed(await finishLogin(t.browser, back));
    await startLogin(t.browser);
    await expectLoginFailed(await t.browser.post("/api/sessions", { code: back.get("code") }));
    const lines = JSON.stringify(t.logged);
    expect(lines).toContain("Google login failed");
    for (const secret of [/anna/i, back.get("code") ?? "", t.peer.env.OIDC_CLIENT_SECRET]) {
      expect(lines).not.toMatch(secret);
    }
  });
});
