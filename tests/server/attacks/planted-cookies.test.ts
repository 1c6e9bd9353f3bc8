import { describe, expect, test } from "vitest";
import { checkoutBody, type Browser, openBrowser, startCheckout } from "../../support/browser.ts";
import { DAY_MS, emailsOf, ordersOf } from "../../support/money.ts";
import {
  buy,
  DETAIL,
  MINUTE_MS,
  openShop,
  readDetail,
  type Shop,
  signIn,
} from "../../support/shop.ts";
import { askForCode } from "../../support/sign-in.ts";

const HTTPS = "https://shop.example";
const START = "/api/create-checkout-session";
const ADDRESS = "/api/orders/address";
const VICTIM = "victim@example.com";

/** Opens a browser with a stranger's buyer cookie, as set by a sibling host or over plain HTTP. */
function planted(shop: Pick<Shop, "app">, from: Browser): Browser {
  const browser = openBrowser(shop);
  browser.cookies.set("buyer", from.cookies.get("buyer") ?? "");
  return browser;
}

/** Returns the order data that a browser can read, and the status of its email correction. */
async function reach(browser: Browser, sessionId: string) {
  const { masked, customerEmail, canCorrectAddress, products } = await readDetail(
    browser,
    sessionId,
  );
  const links = products.flatMap(({ files }) => files).length;
  const moved = await browser.post(ADDRESS, { sessionId, email: "thief@example.com" });
  return { masked, email: customerEmail, canCorrectAddress, links, moved: moved.status };
}
const NOTHING = {
  masked: true,
  email: "vi••••@ex••••.com",
  canCorrectAddress: false,
  links: 0,
  moved: 403,
};

describe("over https", () => {
  const send = (shop: Shop, path: string, { cookie, body }: { cookie: string; body?: unknown }) =>
    shop.app.request(HTTPS + path, {
      method: body ? "POST" : "GET",
      headers: { "Content-Type": "application/json", Origin: HTTPS, Cookie: cookie },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  test("a planted buyer's cookie is none: the order is not its planter's", async () => {
    const shop = await openShop({ env: { PUBLIC_URL: HTTPS } });
    const asked = await send(shop, "/api/send-otp", { cookie: "", body: { email: "t@h.example" } });
    const [line = ""] = asked.headers.getSetCookie();
    expect(line).toMatch(
      /^__Host-buyer=[\w-]{43}\.[\w-]{43}; Max-Age=2419200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const known = (line.split(";")[0] ?? "").replace("__Host-", "");

    const body = checkoutBody([shop.pack]);
    const bought = await send(shop, START, { cookie: known, body });
    const { sessionId } = (await bought.json()) as { sessionId: string };
    expect(bought.headers.getSetCookie().join()).not.toContain(known.slice(6));
    await shop.simulator.control.pay(sessionId, { email: VICTIM });
    await shop.settle();
    shop.clock.advance(11 * MINUTE_MS);

    for (const cookie of [known, `__Host-${known}`]) {
      const detail = await send(shop, `${DETAIL}?sessionId=${sessionId}`, { cookie });
      expect(await detail.json()).toMatchObject({ masked: true, canCorrectAddress: false });
      const correction = { sessionId, email: "thief@example.com" };
      expect((await send(shop, ADDRESS, { cookie, body: correction })).status).toBe(403);
    }
    expect(ordersOf(shop)).toMatchObject([{ email: VICTIM }]);
  });

  test("a planted session is none, and signing out ends the cookies that count", async () => {
    const shop = await openShop({ env: { PUBLIC_URL: HTTPS } });
    signIn(shop, VICTIM);
    const session = `session=token-of-${VICTIM}`;
    expect((await send(shop, "/api/users/me", { cookie: session })).status).toBe(401);
    expect((await send(shop, "/api/users/me", { cookie: `__Host-${session}` })).status).toBe(200);
    const out = await send(shop, "/api/logout", { cookie: `__Host-${session}` });
    const names = out.headers.getSetCookie().map((line) => line.split("; Max-Age=0")[0]);
    expect(names).toEqual(["__Host-session=", "__Host-buyer="]);
  });
});

describe("a guest's order", () => {
  async function guestOrder() {
    const shop = await openShop();
    const thief = openBrowser(shop);
    await startCheckout(thief, [shop.book]);
    const victim = planted(shop, thief);
    const sessionId = await buy(shop, victim, { products: [shop.pack], email: VICTIM });
    return { ...shop, thief, victim, sessionId };
  }

  test("is not its planter's once its buyer has signed in, and still its buyer's", async () => {
    const shop = await guestOrder();
    const { thief, victim, sessionId } = shop;
    const underWay = await startCheckout(victim, [shop.book]);
    const otp = await askForCode(shop, victim, "other@example.com");
    const before = victim.cookies.get("buyer");
    const answer = await victim.post("/api/verify-otp", { email: "other@example.com", otp });
    expect(answer.status).toBe(200);
    expect(victim.cookies.get("buyer")).not.toBe(before);
    shop.clock.advance(11 * MINUTE_MS);

    expect(await reach(thief, sessionId)).toEqual(NOTHING);
    await shop.simulator.control.pay(underWay, { email: VICTIM });
    await shop.settle();
    const whole = { masked: false, customerEmail: VICTIM, canCorrectAddress: true };
    for (const id of [sessionId, underWay]) {
      expect(await readDetail(victim, id)).toMatchObject(whole);
    }
    expect(emailsOf(shop).map(({ recipient }) => recipient)).not.toContain("thief@example.com");
  });

  test("is not looked at by a sign-in that fails", async () => {
    const shop = await guestOrder();
    await askForCode(shop, shop.victim, VICTIM);
    const before = shop.victim.cookies.get("buyer");
    await shop.victim.post("/api/verify-otp", { email: VICTIM, otp: "000000" });
    expect(shop.victim.cookies.get("buyer")).toBe(before);
    expect(await readDetail(shop.victim, shop.sessionId)).toMatchObject({ masked: false });
  });

  test("is its browser's for 28 days", async () => {
    const { clock, victim, sessionId } = await guestOrder();
    clock.advance(28 * DAY_MS - 1);
    expect(await readDetail(victim, sessionId)).toMatchObject({ masked: false });
    clock.advance(1);
    expect(await reach(victim, sessionId)).toEqual(NOTHING);
  });
});

test("an order of an account needs its session, whatever browser has bought it", async () => {
  const shop = await openShop();
  const victim = signIn(shop, VICTIM);
  const sessionId = await buy(shop, victim, { products: [shop.pack], email: VICTIM });
  shop.clock.advance(11 * MINUTE_MS);
  const thief = planted(shop, victim);
  expect(await reach(thief, sessionId)).toEqual(NOTHING);
  // The thief does not own the products in a checkout either, so a new one must be paid.
  await startCheckout(thief, [shop.pack]);
  expect(await readDetail(victim, sessionId)).toMatchObject({ masked: false });
});
