import { pathsOf } from "../../../server/data/data-dir.ts";
import { maintain } from "../../support/money.ts";
import { type Browser, openBrowser, startCheckout } from "../../support/browser.ts";
import { MESSAGE } from "../../support/contact.ts";
import { openDataDir, type TestApp } from "../../support/create-test-app.ts";
import { buy } from "../../support/shop.ts";
import { signedIn } from "../../support/sign-in.ts";
import { multiply, readModel, type RowRange } from "./multiply.ts";

const DAY_MS = 86_400_000;

type Kind = {
  /** Share of the orders, and the days over which they are spread. */
  perMille: number;
  days: number;
  visit: (shop: TestApp, browser: Browser) => Promise<unknown>;
};

const buyAs = (shop: TestApp, browser: Browser, email: string) =>
  buy(shop, browser, { products: [1], email });

const KINDS: Kind[] = [
  // Unpaid: expired at the provider, and open today.
  {
    perMille: 699,
    days: 80,
    async visit(shop, browser) {
      shop.simulator.control.expire(await startCheckout(browser, [1]));
      await shop.settle();
    },
  },
  { perMille: 1, days: 0.8, visit: (_shop, browser) => startCheckout(browser, [1]) },
  // Guests, then those with an account.
  {
    perMille: 180,
    days: 730,
    visit: (shop, browser) => buyAs(shop, browser, "guest@example.com"),
  },
  {
    perMille: 120,
    days: 730,
    async visit(shop, browser) {
      await buyAs(shop, browser, "account@example.com");
      await signedIn(shop, "account@example.com", browser);
    },
  },
  // Messages, which grow with the shop.
  {
    perMille: 5,
    days: 730,
    async visit(shop, browser) {
      await browser.post("/api/forms/submit", MESSAGE);
      await shop.settle();
    },
  },
];

/**
 * Fills a data folder with `orders` orders. One visitor of each kind does what visitors do, through
 * the store's own code; the rows that this leaves are then multiplied by plain SQL.
 */
export async function fillOrders(dataDir: string, orders: number): Promise<void> {
  const shop = await openDataDir(dataDir);
  const ranges: RowRange[] = [];
  for (const [nth, { visit }] of KINDS.entries()) {
    const browser = openBrowser(shop, { "X-Forwarded-For": `81.1.0.${nth}` });
    ranges.push(await rowsOf(shop, () => visit(shop, browser)));
  }
  // A filled store does not contain what the store deletes within two days.
  shop.clock.advance(2 * DAY_MS);
  await maintain(shop.deps);
  const models = ranges.map((range) => readModel(shop.db.sqlite, range));
  shop.close();
  let first = 1;
  const copies = KINDS.map(({ perMille, days }, nth) => {
    const count = Math.round((orders * perMille) / 1000);
    const copy = { model: models[nth] ?? [], count, first, spreadMs: days * DAY_MS };
    first += count;
    return copy;
  });
  multiply(pathsOf(dataDir).database, copies);
}

/** The email of the nth guest among so many orders. */
export const guestEmail = (orders: number, nth: number) =>
  `buyer-${orders * 0.7 + nth + 1}@example.com`;

/** Which rows `work` adds, by table. */
async function rowsOf({ db }: TestApp, work: () => Promise<unknown>): Promise<RowRange> {
  const { sqlite } = db;
  const tables = sqlite
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'")
    .pluck()
    .all();
  const last = (table: string) =>
    sqlite.prepare<[], number>(`SELECT coalesce(max(id), 0) FROM ${table}`).pluck().get() ?? 0;
  const before = tables.map((table) => ({ table, after: last(table) }));
  await work();
  return before.map(({ table, after }) => ({ table, after, upTo: last(table) }));
}
