import { eq } from "drizzle-orm";
import {
  identities,
  orderItems,
  orders,
  sessions,
  subscriptionRecords,
  users,
} from "../../../db/schema.ts";
import { signIn } from "../../../server/domain/sign-in/sign-in.ts";
import type { Browser } from "../../support/browser.ts";
import { DELAYED_CARD } from "../../support/money.ts";
import { realPages } from "../../support/page-desk.ts";
import { buy, local, MINUTE_MS, openShop, PACK_CONTENTS, readDetail } from "../../support/shop.ts";
import { askForCode } from "../../support/sign-in.ts";
import { BEHIND_PROXY, browserOf, twinOf } from "./crowd.ts";

const ANNA = "anna.owner@example.com";
const BERT = "bert@example.com";

export type World = Awaited<ReturnType<typeof openWorld>>;

/**
 * Opens a shop with the real pages. Anna has bought a pack, a book and a subscription, and has a
 * pending payment, two signed-in devices and an unused code; Bert has bought the puzzles.
 */
export async function openWorld() {
  const t = await openShop({ web: realPages, env: BEHIND_PROXY });
  const monthly = { type: "subscription", billingPeriod: "month" } as const;
  const contents = ["the club's first month"];
  const club = await t.addProduct({ name: "Monthly Club", price: 999, ...monthly, contents });
  const puzzles = await t.addProduct({ name: "Puzzles", price: 500, contents: ["puzzles"] });
  // The pages of the other offers need a product, or they redirect.
  await t.addProduct({ name: "Color Workbook" });
  await t.addProduct({ name: "Color Workbook for Kids" });
  let clients = 0;

  const annas = browserOf(t, ++clients);
  const bought: string[] = [];
  for (const product of [t.pack, t.book, club]) {
    bought.push(await buy(t, annas, { products: [product], email: ANNA }));
  }
  const pending = await buy(t, annas, { products: [puzzles], email: ANNA, card: DELAYED_CARD });
  const details = await Promise.all(bought.map((sessionId) => readDetail(annas, sessionId)));
  const links = details.flatMap(({ products }) =>
    products.flatMap(({ files, downloadUrl }) => [...files.map(({ url }) => url), downloadUrl]),
  );
  const signedInAs = (email: string, browser: Browser): Browser => {
    const now = t.clock.now();
    const userAgent = email === ANNA ? "SamsungBrowser/28.0 Android" : "Firefox/145.0 Windows";
    const { token } = t.db.write((tx) =>
      signIn(tx, { email, userAgent, browser: { former: null, fresh: "" }, now }),
    );
    const twin = twinOf(t, browser, ++clients);
    twin.cookies.set("session", token);
    return twin;
  };
  const phone = signedInAs(ANNA, annas);
  const laptop = signedInAs(ANNA, annas);
  await annas.post("/api/subscriptions", { sessionId: bought[2] });
  t.clock.advance(11 * MINUTE_MS);
  const code = await askForCode(t, annas, ANNA);

  const berts = browserOf(t, ++clients);
  const bertsSession = await buy(t, berts, { products: [puzzles], email: BERT });
  const bertsLink = local((await readDetail(berts, bertsSession)).products[0]?.fileUrl);

  /** Returns all rows that belong to Anna. */
  const rows = () => ({
    users: t.db.select().from(users).where(eq(users.email, ANNA)).all(),
    orders: t.db.select().from(orders).where(eq(orders.email, ANNA)).all(),
    items: t.db
      .select({ item: orderItems })
      .from(orderItems)
      .innerJoin(orders, eq(orders.id, orderItems.orderId))
      .where(eq(orders.email, ANNA))
      .all(),
    sessions: t.db
      .select({ session: sessions })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(eq(users.email, ANNA))
      .all(),
    records: t.db.select().from(subscriptionRecords).all(),
    identities: t.db.select().from(identities).all(),
  });

  return {
    ...t,
    club,
    rows,
    phone,
    laptop,
    /** Signs Bert in again, with the cookies of the browser he bought with. */
    bert: () => signedInAs(BERT, berts),
    nobody: () => browserOf(t, ++clients),
    anna: {
      email: ANNA,
      code,
      /** Anna's paid checkout sessions: pack, book, subscription. */
      bought,
      /** All of Anna's checkout sessions, including the pending one. */
      started: [...bought, pending],
      itemIds: rows().items.map(({ item }) => item.id),
      sessionIds: rows().sessions.map(({ session }) => session.id),
      /** Paths of Anna's files and archives without their tokens; `links` includes the tokens. */
      paths: links.map((url) => local(url).split("?")[0] ?? ""),
      links: links.map((url) => local(url)),
    },
    bertsToken: new URL(bertsLink, "http://x").search,
    /** Texts that only Anna may receive. */
    secrets: [
      ANNA,
      "token=",
      ...PACK_CONTENTS,
      "roar",
      "the club's first month",
      "Samsung Internet",
    ],
  };
}
