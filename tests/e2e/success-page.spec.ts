import type { PurchaseDetail } from "../../server/contract/store.ts";
import { expect, test } from "./shop.ts";

const PAGE = "/checkout/success?sessionId=cs_test_0123456789";
const CALL = "**/api/products/purchase-detail*";

const purchase: PurchaseDetail = {
  checkoutSessionId: "cs_test_0123456789",
  orderNumber: "K7QM-3XRT",
  status: "paid",
  purchaseDate: "2026-11-21T12:00:00.000Z",
  totalAmount: 900,
  currency: "usd",
  customerEmail: "anna@example.com",
  masked: false,
  canCorrectAddress: false,
  mail: "sent",
  firstView: true,
  products: [],
  otherOrders: [],
};

const product: PurchaseDetail["products"][number] = {
  id: 1,
  name: "",
  productName: "",
  price: 900,
  quantity: 1,
  type: "digital",
  billingPeriod: null,
  downloadUrl: null,
  fileUrl: null,
  files: [],
};

test.use({ allowConsole: [/(?:status of 409|ERR_FAILED) .*\/api\/products\/purchase-detail/] });

test("without a session id it says what is missing", async ({ page }) => {
  await page.goto("/checkout/success");
  await expect(page.getByText("Missing sessionId parameter")).toBeVisible();
});

test("while the purchase is looked up it says so", async ({ page }) => {
  await page.route(CALL, () => {});
  await page.goto(PAGE);
  await expect(page.getByText("Verifying purchase information...").first()).toBeVisible();
});

test("a failure shows the server's reason and a retry that reloads", async ({ page }) => {
  const body = { message: "This payment has not been completed.", code: "unpaid" };
  await page.route(CALL, (route) => route.fulfill({ status: 409, json: body }));
  await page.goto(PAGE);
  await expect(page.getByRole("heading", { name: "Purchase Failed" })).toBeVisible();
  await expect(page).toHaveTitle("Purchase Failed | Papercub");
  await expect(
    page
      .getByText("Failed to get purchase information: This payment has not been completed.")
      .first(),
  ).toBeVisible();
  await page.unroute(CALL);
  await page.route(CALL, (route) => route.fulfill({ json: { ...purchase, products: [product] } }));
  await page.getByRole("button", { name: "Retry Verification" }).click();
  await expect(page.getByRole("heading", { name: "Purchase Successful!" })).toBeVisible();
  await expect(page).toHaveTitle("Purchase Successful! | Papercub");
});

test("a dead network shows the catalogue's text", async ({ page }) => {
  await page.route(CALL, (route) => route.abort());
  await page.goto(PAGE);
  await expect(page.getByText("Network error, please try again later").first()).toBeVisible();
});

test("no products means not found", async ({ page }) => {
  await page.route(CALL, (route) => route.fulfill({ json: purchase }));
  await page.goto(PAGE);
  await expect(page.getByText("Purchase Information Not Found").first()).toBeVisible();
  await expect(page.getByText("Please check if the sessionId is correct").first()).toBeVisible();
});

test("names, types and the subscription note fall back as the spec says", async ({ page }) => {
  const products = [product, { ...product, id: 2, name: "Club", type: "subscription" as const }];
  await page.route("**/api/subscriptions", (route) =>
    route.fulfill({ status: 201, json: { success: true } }),
  );
  await page.route(CALL, (route) => route.fulfill({ json: { ...purchase, products } }));
  await page.goto(PAGE);
  await expect(page.getByText("Your Order (2 item(s))")).toBeVisible();
  await expect(page.getByText("Product 1")).toBeVisible();
  await expect(page.getByText("cs_test_0123456789")).toBeVisible();
  await expect(page.getByText(/subscription.*activated/i).first()).toBeVisible();
});

test("the masked order offers to mail the files again", async ({ page }) => {
  const masked = { ...purchase, masked: true, customerEmail: "an••••@ex••••.com" };
  await page.route(CALL, (route) =>
    route.fulfill({ json: { ...masked, products: [{ ...product, name: "Premium Pack" }] } }),
  );
  await page.goto(PAGE);
  await expect(page.getByText("an••••@ex••••.com").first()).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: /open|download/i })).toHaveCount(0);
  const asked = page.waitForRequest("**/api/orders/resend");
  await page.getByRole("button", { name: "Mail my files again" }).click();
  expect((await asked).postDataJSON()).toEqual({ sessionId: "cs_test_0123456789" });
  await expect(
    page.getByRole("status").filter({ hasText: "Your files are on their way" }),
  ).toBeVisible();
});
