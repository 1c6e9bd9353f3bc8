import { describe, expect, test } from "vitest";
import { identities, users } from "../../../db/schema.ts";
import { type Browser, openBrowser } from "../../support/browser.ts";
import { anna, openLoginShop } from "../../support/login-shop.ts";
import {
  ANNA,
  expectLoginFailed,
  finishLogin,
  loginRows,
  NO_ROWS,
  startLogin,
} from "../../support/login.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import type { Person } from "../../support/oidc-peer.ts";
import { MINUTE_MS, signIn } from "../../support/shop.ts";
import { signedIn } from "../../support/sign-in.ts";
import { changeRow } from "../../support/rows.ts";

/** Runs Anna's external login up to the provider's redirect back to the shop. */
async function returning(account: string | null = "anna") {
  const t = await openLoginShop();
  const url = await startLogin(t.browser);
  const back = await t.peer.visit(url, account);
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
      const back = await t.peer.visit(await startLogin(t.browser), "eve");
      const state = { theirs: back.get("state"), own, none: undefined }[given];
      const response = await victim.post("/api/sessions", { code: back.get("code"), state });
      await expectLoginFailed(response);
    }
    expect(loginRows(t)).toEqual(NO_ROWS);
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
      const back = await t.peer.visit(t.url, "anna");
      t.browser.cookies.set("login", cookie);
      await expectLoginFailed(await finishLogin(t.browser, back));
    }
    expect(loginRows(t)).toEqual(NO_ROWS);
  });

  test("an attempt that was begun before the clock was set back", async () => {
    const t = await returning();
    t.clock.advance(-2 * MINUTE_MS);
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
  const back = await t.peer.visit(await startLogin(t.browser), "eve");
  await expectLoginFailed(await finishLogin(t.browser, back));
  await startLogin(t.browser);
  await expectLoginFailed(await t.browser.post("/api/sessions", { code: back.get("code") }));
  const lines = JSON.stringify(t.logged);
  expect(lines).toContain("Google login failed");
  expect(t.logged.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  for (const secret of [/anna/i, back.get("code") ?? "", t.peer.env.OIDC_CLIENT_SECRET]) {
    expect(lines).not.toMatch(secret);
  }
});

const OTHER = "other@example.com";

const meOf = async (browser: Browser) => (await browser.get("/api/users/me")).json();
const meStatus = async (browser: Browser) => (await browser.get("/api/users/me")).status;

describe("an external login signs in", () => {
  test("a new visitor: account, identity and session, with the provider's name", async () => {
    const t = await openLoginShop();
    const response = await t.login(t.browser, "anna");
    const user = { id: 1, email: ANNA, name: "Anna Bee", isAdmin: false };
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ user });
    expect(await meOf(t.browser)).toEqual({ ...user, news: false });
    expect(loginRows(t)).toMatchObject({
      users: [{ email: ANNA, name: "Anna Bee", emailVerifiedAt: t.clock.now() }],
      identities: [{ userId: 1, issuer: t.peer.issuer, subject: "anna" }],
      sessions: [{ userId: 1 }],
    });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^login=; Max-Age=0; Path=\//),
      expect.stringMatching(/^session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^buyer=[\w-]{43}\.[\w-]{43}; /),
    ]);
  });

  test("without a state, by the newest attempt", async () => {
    const t = await openLoginShop();
    await startLogin(t.browser);
    const back = await t.peer.visit(await startLogin(t.browser), "anna");
    const response = await t.browser.post("/api/sessions", { code: back.get("code") });
    expect(response.status).toBe(200);
  });

  test("into the account that the address has already, and keeps its name", async () => {
    const t = await openLoginShop();
    await signedIn(t, ANNA);
    changeRow(t, users, 1, { name: "Annie" });
    expect((await t.login(t.browser, "anna")).status).toBe(200);
    expect(loginRows(t)).toMatchObject({
      users: [{ id: 1, email: ANNA, name: "Annie" }],
      identities: [{ userId: 1 }],
      sessions: [{ userId: 1 }, { userId: 1 }],
    });
  });

  test("the same user again when the provider's address is another one, verified or not", async () => {
    const people = { anna: anna() };
    const t = await openLoginShop(people);
    await t.login(t.browser, "anna");
    await signedIn(t, OTHER);
    for (const email_verified of [true, false]) {
      people.anna = { email: OTHER, email_verified, name: "Another" };
      const browser = openBrowser(t);
      expect((await t.login(browser, "anna")).status).toBe(200);
      expect(await meOf(browser)).toMatchObject({ id: 1, email: ANNA, name: "Anna Bee" });
    }
    expect(loginRows(t).identities).toHaveLength(1);
    expect(loginRows(t).users.map(({ email }) => email)).toEqual([ANNA, OTHER]);
  });

  test("the owner of an address, and out every session and identity without a proof", async () => {
    const t = await openLoginShop();
    const intruder = signIn(t, ANNA);
    const createdAt = t.clock.now();
    const squatter = { userId: intruder.userId, issuer: t.peer.issuer, subject: "eve", createdAt };
    t.db.insert(identities).values(squatter).run();
    expect(await meStatus(intruder)).toBe(200);
    expect((await t.login(t.browser, "anna")).status).toBe(200);
    expect(await meStatus(intruder)).toBe(401);
    expect(loginRows(t)).toMatchObject({
      users: [{ email: ANNA, emailVerifiedAt: createdAt }],
      identities: [{ subject: "anna" }],
      sessions: [{}],
    });
    expect(await meOf(t.browser)).toMatchObject({ id: intruder.userId });
  });
});

test("a first proof by mailed code also ends what was there before it, a second one does not", async () => {
  const t = createTestApp();
  const intruder = signIn(t, ANNA);
  const first = await signedIn(t, ANNA);
  expect(await meStatus(intruder)).toBe(401);
  const second = await signedIn(t, ANNA);
  expect([await meStatus(first), await meStatus(second)]).toEqual([200, 200]);
  expect(loginRows(t).sessions).toHaveLength(2);
});

test("a name of many lines and characters is stored as one of a hundred", async () => {
  const t = await openLoginShop({ anna: { ...anna(), name: ` A\r\nB\u0000${"x".repeat(300)}` } });
  await t.login(t.browser, "anna");
  expect(loginRows(t).users[0]?.name).toMatch(/^A B x{96}$/);
});
