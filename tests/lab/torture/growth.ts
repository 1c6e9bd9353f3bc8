import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { maintain } from "../../support/money.ts";
import { asRatio, atMost } from "../bench/rows.ts";
import { checkoutBody, openBrowser } from "../../support/browser.ts";
import { openDataDir, type TestApp } from "../../support/create-test-app.ts";
import { makeDataDir, type Outcome, secondsSince } from "./shop.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SWEEP_EVERY_MS = 5 * 60_000;
/** Orders never paid are kept for 90 days. */
const LATER_MS = 91 * DAY_MS;
const MOST_SWEEPS = 3000;
/** It works in bounded steps, some of which may find nothing: it is done after so many of these. */
const IDLE_SWEEPS = 5;
/** What may stay of what the hour has brought: rows that are gone leave a line each. */
const GOAL_SHARE = 0.1;
/** A provider's budget or a pace may refuse what comes too fast here: an hour passes in seconds. */
const TRIES = 200;
const PAUSE_MS = 25;
const CHECKOUTS_A_CLIENT = 5;

/**
 * The bytes that an hour of abandoned checkouts and forged calls adds to a data folder, and what is
 * left of them three months later, when the sweep has done its work.
 */
export async function runGrowth({
  checkouts,
  calls,
}: {
  checkouts: number;
  calls: number;
}): Promise<Outcome> {
  const startedAt = performance.now();
  const dataDir = await makeDataDir();
  const shop = await openDataDir(dataDir.path);
  try {
    const before = await bytesKept(shop);
    const grown = async () => (await bytesKept(shop)) - before;
    for (let nth = 0; nth < checkouts; nth++) {
      await abandonCheckout(shop, nth);
      shop.clock.advance(HOUR_MS / 2 / checkouts);
    }
    await shop.settle();
    const abandoned = await grown();
    for (let nth = 0; nth < calls; nth++) {
      await forgeCall(shop, nth);
      shop.clock.advance(HOUR_MS / 2 / calls);
    }
    await shop.settle();
    // Within a day the provider ends the sessions, and says so by webhook.
    shop.clock.advance(DAY_MS);
    shop.simulator.control.runClock();
    await shop.settle();
    const added = await grown();
    const sweeps = await sweepAll(shop);
    const left = await grown();
    const row = atMost(GOAL_SHARE, {
      name: "Share left after 91 days of what an hour of strangers has added",
      value: left / added,
      print: asRatio,
    });
    return {
      rows: [row],
      line:
        `growth: an hour with ${checkouts} abandoned checkouts (${inKb(abandoned)}, ` +
        `${(abandoned / checkouts / 1000).toFixed(1)} kB each) and ${calls} forged calls added ` +
        `${inKb(added)} to ${inKb(before)}; ${inKb(left)} of it are left after 91 days and ` +
        `${sweeps} sweeps (goal ${inKb(added * GOAL_SHARE)}), ${secondsSince(startedAt)}`,
      problems: row.isMet ? [] : ["More is left than the goal allows"],
    };
  } finally {
    shop.close();
    dataDir.remove();
  }
}

const inKb = (bytes: number) => `${Math.round(bytes / 1000)} kB`;

/** A checkout of the first product that is left at once; throws when it is refused for good. */
async function abandonCheckout(shop: TestApp, nth: number): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const browser = stranger(shop, 82, Math.floor(nth / CHECKOUTS_A_CLIENT));
    const { ok } = await browser.post("/api/create-checkout-session", checkoutBody([1]));
    if (ok) return;
    await Bun.sleep(PAUSE_MS);
  }
  throw new Error("A checkout was refused again and again.");
}

const UNKNOWN = { sessionId: "cs_test_unknown_session" };
const emailOf = (nth: number) => `stranger-${nth}@example.com`;

/** Calls that come to nothing: a path and what is posted there, or only read without a body. */
const FORGED: [path: string, body?: (nth: number) => unknown][] = [
  [
    "/api/stripe/webhook",
    (nth) => ({ id: `evt_forged_${nth}`, object: "event", type: "checkout.session.completed" }),
  ],
  [`/api/products/purchase-detail?sessionId=${UNKNOWN.sessionId}`],
  ["/api/orders/resend", () => UNKNOWN],
  ["/api/subscriptions", () => UNKNOWN],
  ["/api/verify-otp", (nth) => ({ email: emailOf(nth), otp: "000000" })],
  ["/api/orders/find", (nth) => ({ email: emailOf(nth) })],
  ["/api/send-otp", (nth) => ({ email: emailOf(nth) })],
  [
    "/api/forms/submit",
    (nth) => ({
      formId: "contact_form",
      name: "A Program",
      email: emailOf(nth),
      message: `Buy my links, they are the best, number ${nth}`,
      reference: "filled in",
    }),
  ],
];

async function forgeCall(shop: TestApp, nth: number): Promise<void> {
  const [path, body] = FORGED[nth % FORGED.length] ?? [""];
  const browser = stranger(shop, 83, nth);
  const signature = `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}`;
  const answer = body
    ? await browser.post(path, body(nth), { "Stripe-Signature": signature })
    : await browser.get(path);
  if (answer.status >= 500) throw new Error(`${path} was answered ${answer.status}.`);
}

/** A browser without cookies at the nth address of a network. */
function stranger(shop: TestApp, network: number, nth: number) {
  const address = `${network}.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`;
  return openBrowser(shop, { "X-Forwarded-For": address });
}

/** Three months later: sweeps until they free nothing any more. Returns how many that took. */
async function sweepAll(shop: TestApp): Promise<number> {
  shop.clock.advance(LATER_MS);
  let kept = await bytesKept(shop);
  let idle = 0;
  for (let sweeps = 1; sweeps <= MOST_SWEEPS; sweeps++) {
    await maintain(shop.deps);
    await shop.settle();
    shop.clock.advance(SWEEP_EVERY_MS);
    const now = await bytesKept(shop);
    idle = now < kept ? 0 : idle + 1;
    if (idle === IDLE_SWEEPS) return sweeps - IDLE_SWEEPS;
    kept = now;
  }
  throw new Error(`The sweep was not done after ${MOST_SWEEPS} rounds.`);
}

/** What a data folder really holds: the pages of its database that are in use, and its files. */
async function bytesKept({ deps }: TestApp): Promise<number> {
  const { sqlite } = deps.db;
  const pragma = (name: string) => Number(sqlite.pragma(name, { simple: true }));
  const pages = pragma("page_count") - pragma("freelist_count");
  const { dataDir } = deps.config;
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.includes(".sqlite"));
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, pages * pragma("page_size"));
}
