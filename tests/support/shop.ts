import { eq } from "drizzle-orm";
import { insertRow } from "../../db/record.ts";
import { sessions, users } from "../../db/schema.ts";
import type { PurchaseDetail } from "../../server/contract/answers.ts";
import { sha256Hex } from "../../server/domain/tokens.ts";
import { type Browser, openBrowser, startCheckout } from "./browser.ts";
import { createTestApp, SITE, type TestApp } from "./create-test-app.ts";

export const DETAIL = "/api/products/purchase-detail";
export const MINUTE_MS = 60_000;

/** Opens a shop with two products on sale (two files and one file) and a browser. */
export async function openShop(options: Parameters<typeof createTestApp>[0] = {}) {
  const t = createTestApp(options);
  const pack = await t.addProduct({ name: "Premium Pack", price: 3700, contents: PACK_CONTENTS });
  const book = await t.addProduct({ name: "Dinosaur Busy Book", price: 1200, contents: ["roar"] });
  return { ...t, pack, book, browser: openBrowser(t) };
}

export const PACK_CONTENTS = ["%PDF-1.7 month one", "%PDF-1.7 month two, a little longer"];

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** Pays for products without processing the webhooks; returns the session's id. */
export async function pay(
  { simulator }: Pick<TestApp, "simulator">,
  browser: Browser,
  { products, card, email }: { products: number[]; card?: string; email?: string },
): Promise<string> {
  const sessionId = await startCheckout(browser, products);
  await simulator.control.pay(sessionId, { ...(card && { card }), ...(email && { email }) });
  return sessionId;
}

/** Pays for products and processes all webhooks and mails; returns the session's id. */
export async function buy(
  t: Pick<TestApp, "simulator" | "settle">,
  browser: Browser,
  purchase: Parameters<typeof pay>[2],
): Promise<string> {
  const sessionId = await pay(t, browser, purchase);
  await t.settle();
  return sessionId;
}

/** Fetches the data of the success page; throws unless the status is 200. */
export async function readDetail(browser: Browser, sessionId: string): Promise<PurchaseDetail> {
  const response = await browser.get(`${DETAIL}?sessionId=${sessionId}`);
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as PurchaseDetail;
}

export function local(url: string | null | undefined): string {
  if (!url?.startsWith(`${SITE}/`)) throw new Error(`${url} is no address of the site.`);
  return url.slice(SITE.length);
}

/** Returns a browser signed in as the user with this email; creates the user if missing. */
export function signIn(
  t: Pick<TestApp, "app" | "db" | "clock">,
  email: string,
  { lifetimeMs = 3_600_000 } = {},
): Browser & { userId: number } {
  const now = t.clock.now();
  const token = `token-of-${email}`;
  const userId = t.db.write((tx) => {
    const known = tx.select().from(users).where(eq(users.email, email)).get();
    const user = known ?? insertRow(tx, users, { email }, { actor: "test", now });
    tx.insert(sessions)
      .values({
        tokenHash: sha256Hex(token),
        userId: user.id,
        createdAt: now,
        lastUsedAt: now,
        expiresAt: new Date(now.getTime() + lifetimeMs),
      })
      .run();
    return user.id;
  });
  const browser = openBrowser(t);
  browser.cookies.set("session", token);
  return { ...browser, userId };
}
