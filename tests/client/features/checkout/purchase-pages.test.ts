import { describe, expect, test, vi } from "vitest";
import { render } from "../../../../client/app/entry-server.tsx";
import { ApiError } from "../../../../client/lib/answer.ts";
import { messages } from "../../../../server/contract/messages.ts";
import type { Reason } from "../../../../server/contract/reasons.ts";
import type { PurchaseDetail } from "../../../../server/contract/store.ts";
import { aPurchase, aSource, assets, SESSION_ID, site } from "../../fixtures.ts";

const PLAIN = `/checkout/success?sessionId=${SESSION_ID}&plain=1`;
const AGAIN = `${PLAIN}&again=1`;

async function renderPurchase(url: string, getPurchase: () => Promise<PurchaseDetail>) {
  const source = aSource({ getPurchase });
  const { html } = await render({ url, site, source, assets, report: vi.fn() });
  return html;
}

const purchase = (changes: Partial<PurchaseDetail> = {}) => {
  return async () => aPurchase(changes);
};

const unpaid = (message: string, reason: Reason) => () =>
  Promise.reject(new ApiError(message, { status: 409, reason }));

describe("an unpaid purchase", () => {
  test("that the bank refused says that nothing was charged, and leads to the packs", async () => {
    const html = await renderPurchase(PLAIN, unpaid(messages.paymentFailed, "payment_refused"));
    expect(html).toContain("Purchase Failed");
    expect(html).toContain(
      "Failed to get purchase information: Your bank did not confirm the payment.",
    );
    expect(html).toContain("Nothing was charged.");
    expect(html).toMatch(/<a href="\/#pricing"[^>]*>Order again<\/a>/);
    expect(html).toContain("Retry Verification");
    expect(html).not.toContain("Did you pay?");
  });

  test("that may still be paid promises nothing else than before", async () => {
    const html = await renderPurchase(PLAIN, unpaid(messages.purchaseUnpaid, "payment_unpaid"));
    expect(html).toContain("Did you pay?");
    expect(html).toContain("Retry Verification");
    expect(html).not.toContain("Nothing was charged");
    expect(html).not.toContain("Order again");
  });
});

test("an unknown purchase asks to look at the address, no other failure does", async () => {
  const unknown = new ApiError(messages.purchaseNotFound, { reason: "unknown_session" });
  const html = await renderPurchase(PLAIN, () => Promise.reject(unknown));
  expect(html).toContain(messages.purchaseNotFoundHint);
  const other = await renderPurchase(PLAIN, unpaid(messages.purchaseNotFound, "payment_unpaid"));
  expect(other).not.toContain(messages.purchaseNotFoundHint);
});

describe("who wanted to buy it again", () => {
  test("is told so in place of thanks", async () => {
    const html = await renderPurchase(AGAIN, purchase());
    expect(html).toMatch(/<h1[^>]*>You already have this<\/h1>/);
    expect(html).toContain("Nothing was charged; here are your files.");
    expect(html).not.toContain("Purchase Successful!");
    expect(html).not.toContain("Thank you for your purchase");
    expect(html).toContain("/files/product/1/premium-pack.zip");
  });

  test("is promised no files where none are shown", async () => {
    const html = await renderPurchase(AGAIN, purchase({ masked: true }));
    expect(html).toContain("Nothing was charged.");
    expect(html).not.toContain("here are your files");
  });

  test("is told that a payment under way is the first one", async () => {
    const html = await renderPurchase(AGAIN, purchase({ status: "processing" }));
    expect(html).toContain("Your payment is being processed");
    expect(html).toContain("nothing was charged a second time");
    expect(html).toContain(`href="${AGAIN.replaceAll("&", "&amp;")}"`);
  });

  test("is led on without a script as well", async () => {
    const html = await renderPurchase(AGAIN.replace("&plain=1", ""), purchase());
    expect(html).toContain(`url=${AGAIN.replaceAll("&", "&amp;")}"`);
  });
});

test("a first purchase is thanked for", async () => {
  const html = await renderPurchase(PLAIN, purchase());
  expect(html).toContain("Purchase Successful!");
  expect(html).not.toContain("You already have this");
});
