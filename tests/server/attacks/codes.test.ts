import { describe, expect, test } from "vitest";
import { oneTimeCodes } from "../../../db/schema.ts";
import { signIn } from "../../../server/domain/sign-in/sign-in.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { askForCode, codeIn, signedIn } from "../../support/sign-in.ts";
import { BEHIND_PROXY, browserOf, codesOf, sessionsOf, twinOf, wrongCode } from "./crowd.ts";

const ANNA = "anna@example.com";
const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const INVALID = "Invalid verification code. Please try again.";

function shop() {
  const t = createTestApp({ env: BEHIND_PROXY });
  const browser = browserOf(t, 0);
  let clients = 0;
  /** Submits a code from this browser, each time from a new client address; returns the status. */
  const guess = async (otp: string, { email = ANNA, from = browser } = {}): Promise<number> => {
    const answer = await twinOf(t, from, ++clients).post("/api/verify-otp", { email, otp });
    if (answer.status !== 200) expect(await answer.json()).toMatchObject({ error: INVALID });
    else expect(answer.headers.getSetCookie().join()).toContain("session=");
    return answer.status;
  };
  return { ...t, browser, guess };
}

test.each<[string, passed: number, status: number]>([
  ["is refused ten minutes and a second after it was asked for", 601 * SECOND_MS, 400],
  ["is refused when the clock went back by an hour: it must not last longer", -HOUR_MS, 400],
  ["is refused when the clock went forward by an hour", HOUR_MS, 400],
  ["works a second before its ten minutes are over", 599 * SECOND_MS, 200],
  ["works when a time server sets the clock back by seconds", -5 * SECOND_MS, 200],
])("the right code %s", async (_name, passed, status) => {
  const t = shop();
  const otp = await askForCode(t, t.browser, ANNA);
  t.clock.advance(passed);
  expect(await t.guess(otp)).toBe(status);
  expect(codesOf(t)[0]?.attempts).toBe(status === 200 ? 1 : 0);
  expect(await t.guess(await askForCode(t, t.browser, ANNA))).toBe(200);
});

describe("the right code is refused", () => {
  test("when the clock went forward by an hour, and back again for a new one", async () => {
    const t = shop();
    const otp = await askForCode(t, t.browser, ANNA);
    t.clock.advance(HOUR_MS);
    const later = await askForCode(t, t.browser, ANNA);
    t.clock.advance(-HOUR_MS);
    expect([await t.guess(later), await t.guess(otp)]).toEqual([400, 400]);
    expect(sessionsOf(t)).toEqual([]);
  });

  test("in a browser that blocks cookies, has another's, or a forged one", async () => {
    const t = shop();
    const otp = await askForCode(t, t.browser, ANNA);
    const other = browserOf(t, 500);
    await other.post("/api/send-otp", { email: "other@example.com" });
    const forged = browserOf(t, 501);
    const cookie = t.browser.cookies.get("buyer") ?? "";
    forged.cookies.set("buyer", `${cookie.split(".")[0]}.${"A".repeat(43)}`);
    const bare = browserOf(t, 502);
    bare.cookies.set("buyer", cookie.split(".")[0] ?? "");
    for (const from of [browserOf(t, 503), other, forged, bare]) {
      expect(await t.guess(otp, { from })).toBe(400);
    }
    expect(codesOf(t)[0]?.attempts).toBe(0);
    expect(await t.guess(otp)).toBe(200);
  });

  test("for every address but its own", async () => {
    const t = shop();
    const otp = await askForCode(t, t.browser, ANNA);
    await askForCode(t, t.browser, "bert@example.com");
    const others = ["ann@example.com", "anna@example.co", "anna+1@example.com"];
    for (const email of others) expect(await t.guess(otp, { email })).toBe(400);
  });

  test("a second time, also with a copied cookie", async () => {
    const t = shop();
    const otp = await askForCode(t, t.browser, ANNA);
    expect(await t.guess(otp)).toBe(200);
    expect(await t.guess(otp)).toBe(400);
    t.clock.advance(-MINUTE_MS);
    expect(await t.guess(otp)).toBe(400);
    expect(sessionsOf(t)).toHaveLength(1);
  });

  test("written in any other way", async () => {
    const t = shop();
    const otp = await askForCode(t, t.browser, ANNA);
    for (const other of [`${otp}0`, otp.slice(0, 5), `${otp}.0`])
      expect([other, await t.guess(other)]).toEqual([other, 400]);
    const next = await askForCode(t, t.browser, ANNA);
    for (const other of [`+${next}`, `${next}\u0000`]) expect(await t.guess(other)).toBe(400);
    expect(await t.guess(next)).toBe(200);
  });
});

test("of two tabs, each with a code of its own, the later code signs in and the earlier one does not", async () => {
  const t = shop();
  const first = await askForCode(t, t.browser, ANNA);
  const second = await askForCode(t, twinOf(t, t.browser, 9), ANNA);
  expect(await t.guess(first === second ? wrongCode(second) : first)).toBe(400);
  expect(await t.guess(second)).toBe(200);
});

test("a stranger who asks for a code makes the owner's void, and learns nothing by it", async () => {
  const t = shop();
  const mine = await askForCode(t, t.browser, ANNA);
  const stranger = browserOf(t, 600);
  const theirs = await askForCode(t, stranger, ANNA);
  expect(await t.guess(mine)).toBe(400);
  expect(await t.guess(theirs)).toBe(400);
  expect(await t.guess(mine, { from: stranger })).toBe(mine === theirs ? 200 : 400);
  expect(await t.guess(await askForCode(t, t.browser, ANNA))).toBe(200);
});

describe("one address, however it is written,", () => {
  const TYPED = ["ANNA@EXAMPLE.COM", " anna@example.com", "Anna@Example.com\t"];
  const SPELLINGS = [...TYPED, "\nanna@example.com "];
  const BOXES = ["a.nna@gmail.com", "anna@googlemail.com", "anna+1@gmail.com", "an.na+2@gmail.com"];

  test("has one newest code and five tries at it", async () => {
    const t = shop();
    for (const email of SPELLINGS) await t.browser.post("/api/send-otp", { email });
    await t.settle();
    expect(t.mails.map((mail) => mail.to)).toEqual([ANNA]);
    const otp = codeIn(t, ANNA);
    for (const email of SPELLINGS) expect(await t.guess(wrongCode(otp), { email })).toBe(400);
    expect(codesOf(t).map(({ attempts }) => attempts)).toEqual([0, 0, 0, 4]);
    expect(await t.guess(otp, { email: SPELLINGS[0] ?? "" })).toBe(200);
  });

  test.each([
    ["by case and spaces", [ANNA, ...SPELLINGS]],
    ["by what its mail server leaves out", [...BOXES, "anna@gmail.com"]],
  ])("gets five mails an hour: %s", async (_name, spellings) => {
    const t = shop();
    let client = 0;
    const ask = async (path: string, email: string) =>
      (await browserOf(t, ++client).post(path, { email })).status;
    for (const email of spellings) {
      expect(await ask("/api/send-otp", email)).toBe(200);
      await t.settle();
    }
    expect(t.mails).toHaveLength(5);
    for (let i = 0; i < 20; i++) {
      const email = spellings[i % spellings.length] ?? "";
      expect(await ask(i % 2 ? "/api/send-otp" : "/api/orders/find", email)).toBe(429);
    }
    await t.settle();
    expect(t.mails).toHaveLength(5);
    expect(await ask("/api/send-otp", "bert@gmail.com")).toBe(200);
  });
});

describe("after a hundred wrong guesses", () => {
  /** Opens a shop where strangers used up 95 guesses for Anna's email an hour ago. */
  async function attacked() {
    const t = shop();
    const anHourAgo = new Date(t.clock.now().getTime() - HOUR_MS);
    const spent = { email: ANNA, seed: "x", browserHash: "x", attempts: 5 };
    const times = { createdAt: anHourAgo, expiresAt: anHourAgo };
    const rows = Array.from({ length: 19 }, () => ({ ...spent, ...times }));
    t.db.insert(oneTimeCodes).values(rows).run();
    return t;
  }

  test("no further one is looked at, not even the right one", async () => {
    const t = await attacked();
    const first = await askForCode(t, t.browser, ANNA);
    for (let i = 0; i < 4; i++) expect(await t.guess(wrongCode(first))).toBe(400);
    const second = await askForCode(t, t.browser, ANNA);
    expect(await t.guess(wrongCode(second))).toBe(400);
    expect(await t.guess(second)).toBe(400);
    expect(codesOf(t).reduce((sum, { attempts }) => sum + attempts, 0)).toBe(100);
    expect(sessionsOf(t)).toEqual([]);
    const email = "bert@example.com";
    expect(await t.guess(await askForCode(t, t.browser, email), { email })).toBe(200);
  });

  /** Uses up the guesses for Anna's code; returns the mail with a sign-in link that she gets. */
  async function lockedOut() {
    const t = await attacked();
    const otp = await askForCode(t, t.browser, ANNA);
    for (let i = 0; i < 5; i++) await t.guess(wrongCode(otp));
    expect((await t.browser.post("/api/send-otp", { email: ANNA })).status).toBe(200);
    await t.settle();
    const mail = t.mails.at(-1);
    const link = new URL(/Sign in: (\S+)/.exec(mail?.text ?? "")?.[1] ?? "");
    return { t, mail, link, key: link.searchParams.get("otp") ?? "" };
  }

  test("the owner is told so in place of a code that could not work", async () => {
    const { mail, link } = await lockedOut();
    expect(mail).toMatchObject({
      to: ANNA,
      subject: "Sign-in codes are switched off for your address",
    });
    expect(mail?.text).not.toMatch(/\b\d{6}\b/);
    expect(link.pathname + link.searchParams.get("email")).toBe(`/login${ANNA}`);
  });

  test("the mail's key opens nothing in another browser, for another address, changed or late", async () => {
    const { t, key } = await lockedOut();
    expect(await t.guess(key, { from: browserOf(t, 1) })).toBe(400);
    expect(await t.guess(`${key}A`)).toBe(400);
    expect(await t.guess(key.toLowerCase())).toBe(400);
    expect(await t.guess(key, { email: "bert@example.com" })).toBe(400);
    t.clock.advance(10 * MINUTE_MS);
    expect(await t.guess(key)).toBe(400);
    expect(sessionsOf(t)).toEqual([]);
  });

  test("the mail's key signs the owner in, once, and codes work again", async () => {
    const { t, key } = await lockedOut();
    expect(await t.guess(key)).toBe(200);
    expect(await t.guess(key)).toBe(400);
    expect(sessionsOf(t)).toHaveLength(1);
    expect(await t.guess(await askForCode(t, t.browser, ANNA))).toBe(200);
  });

  test("a sign-in by another way voids the code that is out, and makes codes work again", async () => {
    const t = await attacked();
    const otp = await askForCode(t, t.browser, ANNA);
    for (let i = 0; i < 4; i++) await t.guess(wrongCode(otp));
    // Same arguments as the external login uses after the provider returns a verified email.
    const elsewhere = { userAgent: null, browser: { former: null, fresh: "" } };
    t.db.write((tx) => signIn(tx, { email: ANNA, ...elsewhere, now: t.clock.now() }));
    expect(await t.guess(otp)).toBe(400);
    const next = await askForCode(t, t.browser, ANNA);
    for (let i = 0; i < 4; i++) expect(await t.guess(wrongCode(next))).toBe(400);
    expect(await t.guess(next)).toBe(200);
  });

  test("counted from the last good sign-in, so that the owner's own slips never add up", async () => {
    const t = await attacked();
    await signedIn(t, ANNA);
    for (let i = 0; i < 3; i++) {
      const otp = await askForCode(t, t.browser, ANNA);
      for (let k = 0; k < 4; k++) await t.guess(wrongCode(otp));
      expect(await t.guess(otp)).toBe(200);
    }
  });
});
