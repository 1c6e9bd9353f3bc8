import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { users } from "../../../db/schema.ts";
import type { Browser } from "../../support/browser.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { realPages } from "../../support/page-desk.ts";
import { local } from "../../support/shop.ts";
import { signInAdmin } from "../../support/table-calls.ts";
import { BEHIND_PROXY, browserOf, codesOf, sessionsOf, wrongCode } from "./crowd.ts";

const OWNER = "owner@example.com";
const MINUTE_MS = 60_000;

type Ask = (browser: Browser, email: string) => Promise<Response>;
const WAYS: [string, Ask][] = [
  ["POST /api/send-otp", (browser, email) => browser.post("/api/send-otp", { email })],
  ["POST /api/orders/find", (browser, email) => browser.post("/api/orders/find", { email })],
  ["the form /login", (browser, email) => browser.postForm("/login", { email })],
  ["the form /orders/find", (browser, email) => browser.postForm("/orders/find", { email })],
];
const [[, ask]] = WAYS as [[string, Ask]];

/** Opens a shop whose owner is signed out while strangers request codes for the owner's email. */
function open({ env }: { env?: Record<string, string> } = {}) {
  const t = createTestApp({ web: realPages, env: { ...BEHIND_PROXY, ...env } });
  if (!env) signInAdmin(t, OWNER);
  t.db.sqlite.exec("DELETE FROM sessions");
  let clients = 0;
  const stranger = () => browserOf(t, ++clients);
  return {
    ...t,
    stranger,
    async useUpCodes(email = OWNER) {
      for (let nth = 0; nth < 5; nth++) await ask(stranger(), email);
      await t.settle();
    },
    /** Returns the sign-in links mailed to an email. */
    async links(email = OWNER): Promise<URL[]> {
      await t.settle();
      const texts = t.mails.filter(({ to }) => to === email).map(({ text }) => text);
      return texts.flatMap((text) => {
        const url = /Sign in: (\S+)/.exec(text)?.[1];
        return url ? [new URL(url)] : [];
      });
    },
    /** Opens a link, asserts that opening alone does not sign in, and submits the page's form. */
    async follow(link: URL | undefined, browser = stranger(), more: Record<string, string> = {}) {
      const path = local(link?.href);
      const page = await browser.get(path);
      expect([page.status, sessionsOf(t).length]).toEqual([200, 0]);
      const { email = "", otp = "" } = Object.fromEntries(link?.searchParams ?? []);
      return browser.postForm(path, { email, otp, ...more });
    },
  };
}

describe("an administrator past the code limit", () => {
  test.each(WAYS)("is refused by %s, and mailed a link that signs in", async (_way, askBy) => {
    const t = open();
    await t.useUpCodes();
    expect((await askBy(t.stranger(), OWNER)).status).toBe(429);
    const [link, ...others] = await t.links();
    expect(others).toEqual([]);
    const browser = t.stranger();
    const entered = await t.follow(link, browser);
    expect([entered.status, entered.headers.get("Location")]).toEqual([303, "/admin"]);
    expect(await (await browser.get("/api/admin/status")).json()).toEqual({ isAdmin: true });
  });

  test("signs in when only the settings contain the email", async () => {
    const t = open({ env: { ADMIN_EMAILS: OWNER } });
    await t.useUpCodes();
    await ask(t.stranger(), OWNER);
    expect((await t.follow((await t.links())[0])).status).toBe(303);
  });

  test("signs in after a hundred wrong codes, and sixty from the own network", async () => {
    const t = open();
    await t.useUpCodes();
    t.db.sqlite.exec("UPDATE one_time_codes SET attempts = 100");
    await ask(t.stranger(), OWNER);
    const [link] = await t.links();
    const owner = t.stranger();
    const guess = { email: OWNER, otp: wrongCode() };
    for (let nth = 0; nth < 60; nth++) await owner.post("/api/verify-otp", guess);
    expect((await owner.post("/api/verify-otp", guess)).status).toBe(429);
    expect((await t.follow(link, owner)).status).toBe(303);
  });

  test("is sent one link an hour, which stays valid after later requests", async () => {
    const t = open();
    await t.useUpCodes();
    for (let nth = 0; nth < 20; nth++) await ask(t.stranger(), OWNER);
    const [first] = await t.links();
    t.clock.advance(59 * MINUTE_MS);
    await ask(t.stranger(), OWNER);
    expect(await t.links()).toHaveLength(1);
    expect((await t.follow(first)).status).toBe(303);
  });

  test("is sent the next link after the last one expired", async () => {
    const t = open();
    await t.useUpCodes();
    await ask(t.stranger(), OWNER);
    const [first] = await t.links();
    t.clock.advance(60 * MINUTE_MS);
    await ask(t.stranger(), OWNER);
    const [, second] = await t.links();
    expect((await t.follow(first)).status).toBe(400);
    expect((await t.follow(second)).status).toBe(303);
  });
});

describe("the link is refused", () => {
  async function mailed() {
    const t = open();
    await t.useUpCodes();
    await ask(t.stranger(), OWNER);
    const [link] = await t.links();
    return { ...t, link };
  }

  test("a second time", async () => {
    const t = await mailed();
    expect((await t.follow(t.link)).status).toBe(303);
    t.db.sqlite.exec("DELETE FROM sessions");
    const again = await t.follow(t.link);
    expect(again.status).toBe(400);
    expect(await again.text()).toContain("This link was already used");
  });

  test("for another email, when changed, or for a former administrator", async () => {
    const t = await mailed();
    const otp = t.link?.searchParams.get("otp") ?? "";
    const wrong: Record<string, string>[] = [
      { email: "bert@example.com" },
      { otp: otp.toLowerCase() },
    ];
    for (const more of wrong) {
      expect((await t.follow(t.link, t.stranger(), more)).status).toBe(400);
    }
    t.db.update(users).set({ isAdmin: false }).where(eq(users.email, OWNER)).run();
    expect((await t.follow(t.link)).status).toBe(400);
    expect(sessionsOf(t)).toEqual([]);
  });
});

test("no other email is mailed a link, and the rows are the same for all", async () => {
  const t = open();
  const rows = [];
  for (const email of [OWNER, "other@example.com"]) {
    await t.useUpCodes(email);
    for (let nth = 0; nth < 3; nth++) expect((await ask(t.stranger(), email)).status).toBe(429);
    const codes = codesOf(t).filter((code) => code.email === email);
    rows.push(codes.map(({ isLink }) => isLink));
    const keys = JSON.stringify(codes);
    expect(keys).not.toContain((await t.links(email))[0]?.searchParams.get("otp") ?? "no link");
  }
  expect(rows[0]).toEqual(rows[1]);
  expect(rows[0]?.filter(Boolean)).toHaveLength(1);
  expect([await t.links(), await t.links("other@example.com")]).toEqual([[expect.any(URL)], []]);
});
