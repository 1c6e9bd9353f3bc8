import { checkoutOf, cookiesOf, openShop, type Shop } from "../support/demo-shop.ts";

export type Visitor = {
  email: string;
  /** Of the browser that bought, without and with its session. */
  buyerCookie: string;
  cookie: string;
  sessionId: string;
  /** Paths on the store: the first file, the ZIP of all, and the same with a signed link. */
  file: string;
  zip: string;
  fileLink: string;
  zipLink: string;
};

/** Buys the first product as a guest with the calls a browser makes. */
export async function buyAsGuest(shop: Shop, { email, client }: { email: string; client: string }) {
  const started = await openCheckout(shop, client);
  await shop.simulator.control.pay(started.sessionId, { email });
  await shop.settle();
  return started;
}

/** A checkout of the first product that waits for its buyer. */
export async function openCheckout(shop: Shop, client: string) {
  const answer = await shop.ask("/api/create-checkout-session", { body: checkoutOf(1), client });
  if (answer.status !== 200) throw new Error(`A checkout was answered ${answer.status}.`);
  const { sessionId } = (await answer.json()) as { sessionId: string };
  return { sessionId, cookie: cookiesOf(answer) };
}

/** Signs in with a mailed code; returns the cookies of the browser. */
export async function signIn(
  shop: Shop,
  { email, client, cookie }: { email: string; client: string; cookie: string },
): Promise<string> {
  await shop.ask("/api/send-otp", { body: { email }, client, cookie });
  await shop.settle();
  const body = { email, otp: shop.codeOf(email) };
  const answer = await shop.ask("/api/verify-otp", { body, client, cookie });
  if (answer.status !== 200) throw new Error(`A sign-in was answered ${answer.status}.`);
  // A new cookie takes the place of an old one of its name.
  const jar = [cookie, cookiesOf(answer)].join("; ").split("; ").filter(Boolean);
  const named = new Map(jar.map((pair) => [pair.slice(0, pair.indexOf("=")), pair]));
  return [...named.values()].join("; ");
}

/** Somebody who bought the first product over this data folder and signed in. */
export async function sendVisitor(dataDir: string): Promise<Visitor> {
  const shop = await openShop(dataDir);
  try {
    const buyer = { email: "visitor@example.com", client: "81.9.9.9" };
    const { sessionId, cookie: buyerCookie } = await buyAsGuest(shop, buyer);
    const detail = `/api/products/purchase-detail?sessionId=${sessionId}`;
    const bought = await shop.ask(detail, { cookie: buyerCookie });
    const { products } = (await bought.json()) as {
      products: { downloadUrl: string; fileUrl: string }[];
    };
    const [links] = products;
    if (!links) throw new Error("The visitor bought nothing.");
    const { pathname: file, search } = new URL(links.fileUrl);
    const { pathname: zip } = new URL(links.downloadUrl);
    const cookie = await signIn(shop, { ...buyer, cookie: buyerCookie });
    const urls = { file, zip, fileLink: file + search, zipLink: zip + search };
    return { email: buyer.email, buyerCookie, cookie, sessionId, ...urls };
  } finally {
    shop.close();
  }
}
