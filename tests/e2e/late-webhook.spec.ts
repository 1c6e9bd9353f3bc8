import { serveSimulator } from "../support/stripe/serve.ts";
import { openStore } from "./own-store.ts";
import { expect, newBuyer, pay, test } from "./shop.ts";

// The provider alone, without the store around it, has no icon.
test.use({ allowConsole: [/status of 401 .*\/favicon\.svg$/] });

const SECRET_KEY = "sk_test_lateWebhook";
const WEBHOOK_SECRET = "whsec_lateWebhook";

/** A store beside a payment provider whose webhooks are held back. */
async function openShop() {
  const deliver = (request: Request) =>
    fetch(new Request(`${store.url}/api/stripe/webhook`, request));
  const provider = serveSimulator({
    port: 0,
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: "http://store/api/stripe/webhook",
    now: () => new Date(),
    deliver,
  });
  const { webhooks } = provider.simulator.control;
  webhooks.mode = "hold";
  const store = await openStore({
    STRIPE_API_BASE: provider.url,
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  });
  return {
    store,
    webhooks,
    async close() {
      await store.close();
      await provider.stop();
    },
  };
}

test("a payment whose webhook is late shows its files at once, and is mailed once", async ({
  page,
}) => {
  test.setTimeout(60_000);
  const { store, webhooks, close } = await openShop();
  try {
    const email = newBuyer("late");
    const products = [{ productId: store.idOf("Premium Pack"), quantity: 1 }];
    const checkout = { products, successRouter: "/checkout/success", cancelRouter: "/" };
    await page.goto(store.url);
    const answer = await page.request.post(`${store.url}/api/create-checkout-session`, {
      data: checkout,
    });
    await page.goto((await answer.json()).checkoutUrl);
    await pay(page, { email });
    await page.waitForURL(/\/checkout\/success/);
    await expect(page.getByRole("link", { name: /^Download all/ })).toBeVisible();
    await expect(page.getByText("We sent your files to")).toBeVisible({ timeout: 15_000 });

    const deliveries = await webhooks.flush();
    expect(deliveries.length).toBeGreaterThan(0);
    expect(deliveries.every(({ status }) => status === 200)).toBe(true);
    await page.goto(`${store.url}/demo/mail`);
    await expect(page.getByRole("listitem").filter({ hasText: email })).toHaveCount(1);
  } finally {
    await close();
  }
});
