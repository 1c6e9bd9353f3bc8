import { asc, isNull } from "drizzle-orm";
import { changes, emails, orderItems, orderNotes, orders } from "../../db/schema.ts";
import { webhookEvents } from "../../db/store-schema.ts";
import type { Event } from "../../server/demo/payments/objects.ts";
import type { Deps } from "../../server/deps.ts";
import { SITE, type TestApp } from "./create-test-app.ts";
import { startCheckout } from "../../server/domain/orders/checkout.ts";
import { dropUnnamedUploads } from "../../server/domain/files/old-uploads.ts";
import { forgetOld } from "../../server/domain/upkeep/retention.ts";
import { reconcile } from "../../server/domain/money/reconcile.ts";
import { checkoutBody } from "./browser.ts";
import { MINUTE_MS, openShop } from "./shop.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const DELAYED_CARD = "4000000000003220";

type Shop = Pick<TestApp, "db" | "app" | "simulator">;

export const ordersOf = ({ db }: Pick<Shop, "db">) =>
  db.select().from(orders).orderBy(asc(orders.id)).all();
export const itemsOf = ({ db }: Pick<Shop, "db">) =>
  db.select().from(orderItems).orderBy(asc(orderItems.id)).all();
export const emailsOf = ({ db }: Pick<Shop, "db">) =>
  db.select().from(emails).orderBy(asc(emails.id)).all();
export const eventsOf = ({ db }: Pick<Shop, "db">) =>
  db.select().from(webhookEvents).orderBy(asc(webhookEvents.id)).all();

/** Open notes of all orders, such as "dispute_open" and "refund_kept_access 300". */
export const openNotesOf = ({ db }: Pick<Shop, "db">): string[] =>
  db
    .select()
    .from(orderNotes)
    .where(isNull(orderNotes.doneAt))
    .orderBy(asc(orderNotes.kind))
    .all()
    .map(({ kind, amount }) => (amount === null ? kind : `${kind} ${amount}`));

export const actorsOf = ({ db }: Pick<Shop, "db">, table: string): string[] =>
  db
    .select()
    .from(changes)
    .orderBy(asc(changes.id))
    .all()
    .filter(({ tableName }) => tableName === table)
    .map(({ actor }) => actor);

/** Opens a shop that also sells a monthly subscription with a file. */
export async function openClubShop(options: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop(options);
  const club = await shop.addProduct({
    name: "Monthly Club",
    price: 999,
    type: "subscription",
    billingPeriod: "month",
    contents: ["club"],
  });
  return { ...shop, club };
}

/** Returns the path of a file link in a mail or a response; throws when there is none. */
export function fileLink(text: string | undefined, name: string): string {
  const link = text?.match(/\/files\/\d+\/[^\s"]+/g)?.find((path) => path.includes(`/${name}`));
  if (!link) throw new Error(`There is no link to ${name}.`);
  return link;
}

export const statusOf = async ({ app }: Pick<Shop, "app">, path: string): Promise<number> =>
  (await app.request(SITE + path)).status;

export const requestsOf = ({ simulator }: Pick<Shop, "simulator">): string[] =>
  simulator.control.requests().map(({ method, path }) => `${method} ${path}`);

/** Returns the events of these types, in the order of `types`. */
export const eventsOfType = ({ simulator }: Pick<Shop, "simulator">, ...types: string[]): Event[] =>
  types.flatMap((type) => simulator.control.events().filter((event) => event.type === type));

/** Refunds in the provider's dashboard; `productId` selects one line. */
export async function refundLine(
  { simulator, deps }: { simulator: Pick<TestApp["simulator"], "control" | "fetch">; deps: Deps },
  { sessionId, amount, productId }: { sessionId: string; amount: number; productId?: number },
): Promise<void> {
  const session = simulator.control.sessions().find(({ id }) => id === sessionId);
  const answer = await simulator.fetch("http://provider/v1/refunds", {
    method: "POST",
    headers: { Authorization: `Bearer ${deps.config.stripe.secretKey}` },
    body: new URLSearchParams({
      payment_intent: String(session?.payment_intent),
      amount: String(amount),
      ...(productId && { "metadata[product_id]": String(productId) }),
    }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

/** Starts a checkout of this browser, bypassing the rate limit. */
export async function checkout(
  { deps }: Pick<TestApp, "deps">,
  { browser, products }: { browser: string; products: number[] },
): Promise<string> {
  const { answer } = await startCheckout(deps, {
    request: checkoutBody(products),
    viewer: { browserHash: browser, user: null },
  });
  return answer.sessionId;
}

/** Runs, once each, the background jobs that reconcile with the provider or erase old data. */
export async function maintain(deps: Deps): Promise<void> {
  await reconcile(deps);
  await forgetOld(deps);
  await dropUnnamedUploads(deps);
}

/** Advances the clock by 15 minutes, reconciling with the provider every 5 minutes. */
export async function sweepForQuarter(
  t: Pick<TestApp, "deps" | "clock" | "settle">,
): Promise<void> {
  for (let round = 0; round < 3; round++) {
    t.clock.advance(5 * MINUTE_MS);
    await reconcile(t.deps);
    await t.settle();
  }
}
