import { describe, expect, test } from "vitest";
import { insertRow, updateRow } from "../../../db/record.ts";
import { identities, users } from "../../../db/schema.ts";
import { type Browser, openBrowser } from "../../support/browser.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { codeFor, ISSUER } from "../../support/fake-issuer.ts";
import { anna, openLoginShop } from "../../support/login-shop.ts";
import { ANNA, loginRows, startLogin } from "../../support/login.ts";
import { signIn } from "../../support/shop.ts";
import { signedIn } from "../../support/sign-in.ts";

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
    expect(await meOf(t.browser)).toEqual(user);
    expect(loginRows(t)).toMatchObject({
      users: [{ email: ANNA, name: "Anna Bee", emailVerifiedAt: t.clock.now() }],
      identities: [{ userId: 1, issuer: ISSUER, subject: "anna" }],
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
    const back = codeFor(await startLogin(t.browser), "anna");
    const response = await t.browser.post("/api/sessions", { code: back.get("code") });
    expect(response.status).toBe(200);
  });

  test("into the account that the address has already, and keeps its name", async () => {
    const t = await openLoginShop();
    await signedIn(t, ANNA);
    const author = { actor: "test", now: t.clock.now() };
    t.db.write((tx) => updateRow(tx, users, 1, { name: "Annie" }, author));
    expect((await t.login(t.browser, "anna")).status).toBe(200);
    expect(loginRows(t)).toMatchObject({
      users: [{ id: 1, email: ANNA, name: "Annie" }],
      identities: [{ userId: 1 }],
      sessions: [{ userId: 1 }, { userId: 1 }],
    });
  });

  test("into an account that the shop made of an order", async () => {
    const t = await openLoginShop();
    const now = t.clock.now();
    t.db.write((tx) => insertRow(tx, users, { email: ANNA }, { actor: "webhook", now }));
    expect((await t.login(t.browser, "anna")).status).toBe(200);
    const verified = { id: 1, name: "Anna Bee", emailVerifiedAt: now };
    expect(loginRows(t).users).toMatchObject([verified]);
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
      expect(await meOf(browser)).toEqual({ id: 1, email: ANNA, name: "Anna Bee", isAdmin: false });
    }
    expect(loginRows(t).identities).toHaveLength(1);
    expect(loginRows(t).users.map(({ email }) => email)).toEqual([ANNA, OTHER]);
  });

  test("with a fresh session: the one that the browser had before is over", async () => {
    const t = await openLoginShop();
    const before = await signedIn(t, OTHER);
    const thief = openBrowser(t);
    thief.cookies.set("session", before.cookies.get("session") ?? "");
    expect((await t.login(before, "anna")).status).toBe(200);
    expect([await meStatus(before), await meStatus(thief)]).toEqual([200, 401]);
    expect(loginRows(t).sessions).toHaveLength(1);
  });

  test("the owner of an address, and out every session and identity without a proof", async () => {
    const t = await openLoginShop();
    const intruder = signIn(t, ANNA);
    const createdAt = t.clock.now();
    const squatter = { userId: intruder.userId, issuer: ISSUER, subject: "eve", createdAt };
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
