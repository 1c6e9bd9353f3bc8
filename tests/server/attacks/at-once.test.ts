import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { pathsOf } from "../../../server/data/data-dir.ts";
import type { Browser } from "../../support/browser.ts";
import { createTestApp, SITE, type TestApp } from "../../support/create-test-app.ts";
import { listen } from "../../support/listen.ts";
import { askForCode } from "../../support/sign-in.ts";
import {
  BEHIND_PROXY,
  browserOf,
  clientAddress,
  codesOf,
  sessionsOf,
  twinOf,
  usersOf,
  wrongCode,
} from "./crowd.ts";

const ANNA = "anna@example.com";
const MANY = 200;
/** Allows for hundreds of connections on a busy machine. */
const TIMEOUT_MS = 60_000;

function databaseFile(): string {
  const directory = mkdtempSync(join(tmpdir(), "papercub-attack-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return pathsOf(directory).database;
}

/** Opens the store on a database file; opening it again simulates a restart. */
function openOn(databasePath: string): TestApp {
  const t = createTestApp({ env: BEHIND_PROXY, databasePath });
  // Durability is not tested here; skip fsync for hundreds of commits.
  t.db.sqlite.pragma("synchronous = OFF");
  return t;
}

/** Sends the same guess concurrently on `MANY` connections, each from its own client address. */
async function guessAtOnce(t: TestApp, { cookies }: Browser, otp: string): Promise<number[]> {
  const { fetch } = listen(t);
  const headers = {
    "Content-Type": "application/json",
    Origin: SITE,
    Cookie: `buyer=${cookies.get("buyer")}`,
  };
  const guess = async (_: unknown, nth: number) => {
    const from = { ...headers, "X-Forwarded-For": clientAddress(nth) };
    const init = { method: "POST", headers: from, body: JSON.stringify({ email: ANNA, otp }) };
    return (await fetch("/api/verify-otp", init)).status;
  };
  return Promise.all(Array.from({ length: MANY }, guess));
}

const counted = (statuses: number[], status: number) =>
  statuses.filter((candidate) => candidate === status).length;

describe("at once", { timeout: TIMEOUT_MS }, () => {
  async function attacked() {
    const t = openOn(databaseFile());
    const browser = browserOf(t, MANY);
    const otp = await askForCode(t, browser, ANNA);
    return { t, browser, otp };
  }

  test("200 wrong guesses: five are looked at, and the right code is void", async () => {
    const { t, browser, otp } = await attacked();
    const statuses = await guessAtOnce(t, browser, wrongCode(otp));
    expect(counted(statuses, 400)).toBe(MANY);
    expect(codesOf(t)).toMatchObject([{ attempts: 5, usedAt: null }]);
    expect((await browser.post("/api/verify-otp", { email: ANNA, otp })).status).toBe(400);
    expect(codesOf(t)).toMatchObject([{ attempts: 5, usedAt: null }]);
    expect(sessionsOf(t)).toEqual([]);
  });

  test("200 right guesses: one answer signs in, and one session is there", async () => {
    const { t, browser, otp } = await attacked();
    const statuses = await guessAtOnce(t, browser, otp);
    expect(counted(statuses, 200)).toBe(1);
    expect(counted(statuses, 400)).toBe(MANY - 1);
    expect(sessionsOf(t)).toHaveLength(1);
    expect(usersOf(t)).toHaveLength(1);
    expect(codesOf(t)).toMatchObject([{ attempts: 1 }]);
  });
});

describe("a restart does not give", { timeout: TIMEOUT_MS }, () => {
  test("new tries at a code, and keeps the code", async () => {
    const path = databaseFile();
    const before = openOn(path);
    const asker = browserOf(before, 1);
    const otp = await askForCode(before, asker, ANNA);
    const guess = async (t: TestApp, text: string) =>
      (await twinOf(t, asker, 1).post("/api/verify-otp", { email: ANNA, otp: text })).status;
    for (let i = 0; i < 4; i++) expect(await guess(before, wrongCode(otp))).toBe(400);
    before.db.close();
    const after = openOn(path);
    expect(await guess(after, wrongCode(otp))).toBe(400);
    expect(await guess(after, otp)).toBe(400);
    expect(codesOf(after)).toMatchObject([{ attempts: 5 }]);
    expect(sessionsOf(after)).toEqual([]);
  });

  test("the code a second time, nor a sixth one in the hour", async () => {
    const path = databaseFile();
    const before = openOn(path);
    const asker = browserOf(before, 1);
    for (let i = 0; i < 3; i++) await askForCode(before, asker, ANNA);
    const otp = await askForCode(before, asker, ANNA);
    expect((await asker.post("/api/verify-otp", { email: ANNA, otp })).status).toBe(200);
    before.db.close();
    const after = openOn(path);
    const again = twinOf(after, asker, 2);
    expect((await again.post("/api/verify-otp", { email: ANNA, otp })).status).toBe(400);
    expect((await again.post("/api/send-otp", { email: ANNA })).status).toBe(200);
    expect((await again.post("/api/send-otp", { email: ANNA })).status).toBe(429);
    expect((await again.post("/api/orders/find", { email: ANNA })).status).toBe(429);
    expect(sessionsOf(after)).toHaveLength(1);
  });
});
