import { eq } from "drizzle-orm";
import { test } from "vitest";
import { users } from "../../../db/schema.ts";
import { deleteAccount } from "../../../server/domain/orders/delete-account.ts";
import { releaseClaims } from "../../../server/mails/queue.ts";
import { maintain } from "../../support/money.ts";
import { openBrowser, startCheckout } from "../../support/browser.ts";
import { ownershipLines } from "../attacks/ownership-lines.ts";
import { openWorld, type World } from "../attacks/ownership-world.ts";
import { NEW, OLD, openAnnasShop } from "../../support/change-email.ts";
import { MESSAGE } from "../../support/contact.ts";
import { withGifts } from "../../support/gift-shop.ts";
import { openLoginShop } from "../../support/login-shop.ts";
import { expectIndexed, watchStatements } from "../../support/query-plans.ts";
import { openReviewShop } from "../../support/review-shop.ts";
import { buy, local, openShop, readDetail } from "../../support/shop.ts";
import { signedIn } from "../../support/sign-in.ts";

const DAY_MS = 86_400_000;
/** Allows for rendering every page several times. */
const TIMEOUT_MS = 60_000;

const NOT_OF_A_REQUEST = [
  // Queries of the test helpers.
  /^select [^()]* from "(subscription_records|identities)"$/,
  // No request deletes products.
  /^DELETE FROM products/,
];

/** Requests every call, form and page as the buyer, another buyer and an anonymous visitor. */
async function askForEverything(world: World): Promise<void> {
  const { phone } = world;
  const lines = ownershipLines();
  for (const browser of [world.bert(), world.nobody(), phone]) {
    for (const [name, { ask }] of Object.entries(lines)) {
      // Requests that end the session come last.
      if (name === "GET /api/logout" || name.startsWith("DELETE")) continue;
      await Promise.all(ask(browser, world));
    }
  }
  for (const path of [...world.anna.paths, ...world.anna.links]) await phone.get(path);
  await phone.postForm("/account/billing", { itemId: String(world.anna.itemIds[2]) });
  for (const name of ["DELETE /api/sessions/{id}", "DELETE /api/sessions", "GET /api/logout"]) {
    await Promise.all(lines[name]?.ask(phone, world) ?? []);
  }
}

/** Performs the actions that succeed only once: a purchase, its follow-up requests and sign-ins. */
async function buyAndSignIn(): Promise<void> {
  const shop = await openShop();
  const buyer = shop.browser;
  const sessionId = await buy(shop, buyer, { products: [shop.pack], email: "slip@example.com" });
  const [item] = (await readDetail(buyer, sessionId)).products;
  for (const link of [item?.fileUrl, item?.downloadUrl]) await buyer.get(local(link));
  shop.clock.advance(DAY_MS / 2);
  await buyer.post("/api/orders/resend", { sessionId });
  await buyer.post("/api/orders/address", { sessionId, email: "anna@example.com" });
  await buyer.post("/api/orders/find", { email: "anna@example.com" });
  await buyer.post("/api/forms/submit", MESSAGE);
  const account = await signedIn(shop, "anna@example.com");
  await startCheckout(account, [shop.book]);
  await startCheckout(account, [shop.book]);
  await buy(shop, account, { products: [shop.book] });
  shop.clock.advance(DAY_MS);
  await account.get("/api/users/me");
  await shop.settle();
  releaseClaims(shop.deps);
  shop.clock.advance(60 * DAY_MS);
  await maintain(shop.deps);

  const gifts = withGifts(await openShop());
  await gifts.bought({ browser: await signedIn(gifts, "greta@example.com") });
  await gifts.bought();
  await gifts.give();
  await signedIn(gifts, "anna@example.com", gifts.browser);

  const login = await openLoginShop();
  await login.login(openBrowser(login), "anna");
  await login.login(openBrowser(login), "anna");
}

/** Asks for a review, changes the email of an account, downloads its data and deletes it. */
async function reviewAndLeave(): Promise<void> {
  const reviews = await openReviewShop();
  await reviews.buy();
  reviews.clock.advance(14 * DAY_MS);
  await reviews.ask();

  const shop = await openAnnasShop();
  await buy(shop, shop.own, { products: [shop.pack], email: OLD });
  await shop.confirm(await shop.asked());
  await (await shop.own.get("/api/account/data")).arrayBuffer();
  const [user] = shop.db.select().from(users).where(eq(users.email, NEW)).all();
  if (!user) throw new Error("The email was not changed.");
  const author = { actor: "buyer", now: shop.clock.now() };
  await deleteAccount(shop.deps, { user, endsAccess: true, author, write: shop.db.write });
}

test(
  "no statement of a request or of the work behind it reads a growing table at large",
  { timeout: TIMEOUT_MS },
  async () => {
    const watched = watchStatements();
    await askForEverything(await openWorld());
    await buyAndSignIn();
    await reviewAndLeave();
    const statements = watched
      .stop()
      .filter((source) => !NOT_OF_A_REQUEST.some((pattern) => pattern.test(source)));
    // Fewer would mean that the watcher missed statements.
    expectIndexed(statements, 100);
  },
);
