import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sweep } from "../../server/domain/money/sweep.ts";
import { fillCatalogue } from "../../server/commands/seed.ts";
import { openShop, type Shop } from "../support/demo-shop.ts";
import { type Model, multiply, readModel, type RowRange } from "./multiply.ts";
import { buyAsGuest, openCheckout, signIn } from "./visitor.ts";

const DAY_MS = 86_400_000;

/** What is left of visitors: how many of a thousand orders, and over how long they came. */
const SHARES = [
  // Never paid: those that the provider has expired, and those of today.
  { name: "abandoned", perMille: 699, days: 80 },
  { name: "open", perMille: 1, days: 0.8 },
  { name: "guest", perMille: 180, days: 730 },
  { name: "account", perMille: 120, days: 730 },
  // No order, but what else grows with the shop.
  { name: "contact", perMille: 5, days: 730 },
] as const;
type Kind = (typeof SHARES)[number]["name"];

/** A data folder with the demo's catalogue and nothing else, for this and for copies of it. */
export async function makeCatalogue(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "papercub-scale-"));
  const shop = await openShop(dataDir);
  await fillCatalogue(shop.deps);
  shop.close();
  return dataDir;
}

/**
 * Fills a data folder with `orders` orders. One visitor of each kind does what visitors do, through
 * the store's own code; the rows that this leaves are then multiplied by plain SQL.
 */
export async function fillOrders(dataDir: string, orders: number): Promise<void> {
  const shop = await openShop(dataDir);
  const models = await makeModels(shop);
  shop.close();
  let first = 1;
  const copies = SHARES.map(({ name, perMille, days }) => {
    const count = Math.round((orders * perMille) / 1000);
    const copy = { model: models[name], count, first, spreadMs: days * DAY_MS };
    first += count;
    return copy;
  });
  multiply(shop.database, copies);
}

/** The emails of the nth guest and of the nth buyer with an account among so many orders. */
export const guestEmail = (orders: number, nth: number) => buyerEmail(orders * 0.7 + nth);
export const accountEmail = (orders: number, nth: number) => buyerEmail(orders * 0.88 + nth);

const buyerEmail = (before: number) => `buyer-${before + 1}@example.com`;

async function makeModels(shop: Shop): Promise<Record<Kind, Model>> {
  const ranges = {
    abandoned: await rowsOf(shop, async () => {
      const { sessionId } = await openCheckout(shop, "81.1.0.1");
      shop.simulator.control.expire(sessionId);
      await shop.settle();
    }),
    open: await rowsOf(shop, async () => void (await openCheckout(shop, "81.1.0.2"))),
    guest: await rowsOf(shop, async () => {
      await buyAsGuest(shop, { email: "guest@example.com", client: "81.1.0.3" });
    }),
    account: await rowsOf(shop, async () => {
      const buyer = { email: "account@example.com", client: "81.1.0.4" };
      await signIn(shop, { ...buyer, ...(await buyAsGuest(shop, buyer)) });
    }),
    contact: await rowsOf(shop, async () => {
      const name = "Bench Writer";
      const message = "Is there a printable for the letter Q?";
      const body = { formId: "contact_form", name, email: "c@example.com", message };
      await shop.ask("/api/forms/submit", { body, client: "81.1.0.5" });
      await shop.settle();
    }),
  };
  // What the store itself forgets within two days is nothing that a filled one has.
  shop.advance(2 * DAY_MS);
  await sweep(shop.deps);
  const { sqlite } = shop.deps.db;
  const read = (kind: Kind) => readModel(sqlite, ranges[kind]);
  return {
    abandoned: read("abandoned"),
    open: read("open"),
    guest: read("guest"),
    account: read("account"),
    contact: read("contact"),
  };
}

/** Which rows `work` adds, by table. */
async function rowsOf({ deps }: Shop, work: () => Promise<void>): Promise<RowRange> {
  const { sqlite } = deps.db;
  const tables = sqlite
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'")
    .pluck()
    .all();
  const last = (table: string) =>
    sqlite.prepare<[], number>(`SELECT coalesce(max(id), 0) FROM ${table}`).pluck().get() ?? 0;
  const before = tables.map((table) => last(table));
  await work();
  return tables.map((table, i) => ({ table, after: before[i] ?? 0, upTo: last(table) }));
}
