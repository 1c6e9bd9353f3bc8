import type { Page } from "playwright/test";
import type { PurchaseDetail } from "../../server/contract/answers.ts";

export const PURCHASE_CALL = "**/api/products/purchase-detail*";

/** An order of one product. */
export function aPurchaseOf(changes: Partial<PurchaseDetail> = {}): PurchaseDetail {
  return {
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
    products: [
      {
        id: 1,
        name: "Premium Pack",
        productName: "",
        price: 900,
        quantity: 1,
        type: "digital",
        billingPeriod: null,
        downloadUrl: null,
        fileUrl: null,
        files: [],
      },
    ],
    otherOrders: [],
    ...changes,
  };
}

/** Stubs the call of the order's page. */
export async function stubPurchase(page: Page, purchase: PurchaseDetail): Promise<void> {
  await page.unroute(PURCHASE_CALL);
  await page.route(PURCHASE_CALL, (route) => route.fulfill({ json: purchase }));
}
