import { expect, test } from "vitest";
import { orderMessages, payMessages } from "../../../../../server/contract/messages.ts";
import { buyerRefusals } from "../../../../../server/contract/refusals.ts";
import type { Reason } from "../../../../../server/contract/reasons.ts";
import type { PurchaseDetail } from "../../../../../server/contract/answers.ts";
import { aFile, anItem, aPurchase, SESSION_ID } from "../../../fixtures.ts";
import { expectWords, renderPage } from "../../../render-page.ts";

const URL = `/checkout/success?sessionId=${SESSION_ID}`;
const PLAIN = `${URL}&plain=1`;
const AGAIN = `${PLAIN}&again=1`;
const ASKED = "Is there a typo in the address?";
const NAMELESS = { name: "", productName: "" };
const NO_FILES = { downloadUrl: null, fileUrl: null, files: [] };
const inHtml = (url: string) => url.replaceAll("&", "&amp;");

const renderPurchase = (changes: Partial<PurchaseDetail> = {}, url = PLAIN) =>
  renderPage(url, { "/checkout/success": { purchase: aPurchase(changes) } });

test("the success page loads in the browser and names the way without a script", async () => {
  const { html, words } = await renderPage(URL);
  expect(words).toContain("Verifying purchase information...");
  expect(html).toContain(`http-equiv="refresh" content="0; url=${inHtml(PLAIN)}"`);
  const again = await renderPage(AGAIN.replace("&plain=1", ""));
  expect(again.html).toContain(`url=${inHtml(AGAIN)}"`);
});

test("without a session id the success page says so at once", async () => {
  const { words } = await renderPage("/checkout/success");
  expectWords(words, ["Missing sessionId parameter"], ["Retry Verification"]);
});

const MINE = { canCorrectAddress: true };
const GIFT = { masked: true, gift: { hasReceipt: true }, products: [anItem(NO_FILES)] };
const SLIP = { customerEmail: "anna@gmial.com" };

type PurchaseCase = [
  name: string,
  changes: Partial<PurchaseDetail>,
  shown: string[],
  hidden?: string[],
];

test.each<PurchaseCase>([
  [
    "is shown in full",
    {},
    [
      "Purchase Successful!",
      "Thank you for your purchase, your order has been confirmed",
      "We sent your files to",
      "jordan@example.com",
      "Your Order (1 item(s))",
      "DateNovember 21, 2026",
      "Order IDcs_test_a1B2c3D4",
      "PC-2K7QX",
      "$37.00 USD",
      "104 pages",
      "Month 1, A4 · 1.2 MB",
      "Back to Home",
    ],
    ["You already have this"],
  ],
  [
    "without names, links or types has its fallbacks",
    {
      products: [
        anItem({ ...NAMELESS, downloadUrl: null, fileUrl: "/files/7/a.pdf", files: [] }),
        anItem({ ...NAMELESS, id: 2, type: "subscription", billingPeriod: "month" }),
      ],
    },
    [
      "Your Order (2 item(s))",
      "Product 1$37.00 USDDownload: Product 1",
      "Product 2$37.00 USDsubscription",
      "Your subscription is activated. Please use jordan@example.com to log in. It renews every month; you can cancel any time in your account.",
    ],
  ],
  [
    "has both paper sizes of a printable in one row, each link with its own name",
    {
      products: [
        anItem({
          files: [
            aFile({ id: 1, bytes: 558_000 }),
            aFile({ id: 2, title: "Mazes", paper: null, pages: 12 }),
            aFile({ id: 3, title: "Month 1 (US Letter)", paper: "letter", pages: 105 }),
          ],
        }),
      ],
    },
    [
      "Month 1104 pages / 105 pagesMonth 1, A4 · 558 kBMonth 1, US Letter · 1.2 MBMazes12 pages",
      "Mazes, PDF · 1.2 MB",
    ],
  ],
  [
    "of another browser can be mailed again",
    { masked: true, customerEmail: "j***@example.com", products: [anItem(NO_FILES)] },
    ["Email my files again"],
    ["Month 1", "Download"],
  ],
  [
    "of a gift names its recipient and the receipt, and has nothing for the recipient",
    { ...GIFT, customerEmail: "le••••@ex••••.com" },
    ["Your gift is on its way", "We email the files tole••••@ex••••.com", "Receipt"],
    [
      "Email my files again",
      "stay in your account",
      "Download",
      "Thank you for your purchase, your order",
    ],
  ],
  [
    "of a gift that waits says when the files are mailed, without a receipt for a stranger",
    {
      ...GIFT,
      gift: { hasReceipt: false },
      products: [anItem({ ...NO_FILES, accessFrom: "2026-12-13T10:00:00.000Z" })],
    },
    ["We'll email the files on December 13, 2026"],
    ["open here", "ReceiptDate"],
  ],
  [
    "of a gift is for its recipient like any other, without a receipt",
    { gift: { hasReceipt: false } },
    ["Purchase Successful!", "We sent your files to", "Month 1", "stay in your account"],
    ["ReceiptDate", "Your gift is on its way"],
  ],
  [
    "of a gift that is processing promises the mail to the recipient",
    { ...GIFT, status: "processing" },
    ["We'll email the files to the recipient as soon as the bank confirms."],
    ["will appear here"],
  ],
  [
    "that is processing promises the mail",
    { status: "processing" },
    ["Your payment is being processed"],
    ["Purchase Successful!"],
  ],
  [
    "without products is not found",
    { products: [] },
    ["Purchase Information Not Found", "Please check if the sessionId is correct"],
  ],
  [
    "can be corrected by the browser that paid",
    MINE,
    ["Wrong address?", "Wrong address? Email us and include your order number: hello@"],
    ["Did you mean"],
  ],
  [
    "asks about a likely typo of its email",
    { ...MINE, ...SLIP },
    ["Did you mean anna@gmail.com?", "Yes, send it there", "No, it's correct"],
  ],
  ["asks about no typo in other browsers", SLIP, [], ["Wrong address?", "Did you mean"]],
  [
    "has files on their way until they are sent",
    { ...MINE, mail: "waiting" },
    ["Your files are on their way to"],
    ["We sent"],
  ],
  [
    "asks for another email when its mail failed, also while processing",
    { ...MINE, mail: "failed", status: "processing" },
    [ASKED, "Wrong address?"],
    ["We sent"],
  ],
  [
    "whose files wait says when they come, and offers no mail with files",
    { ...MINE, products: [anItem({ ...NO_FILES, accessFrom: "2026-12-13T10:00:00.000Z" })] },
    ["We'll send your files to", "open here on December 13, 2026"],
    ["We sent", "on their way", "spam folder"],
  ],
  [
    "whose files wait and email is masked offers no mail with files",
    {
      masked: true,
      customerEmail: "j***@example.com",
      products: [anItem({ ...NO_FILES, accessFrom: "2026-12-13T10:00:00.000Z" })],
    },
    ["open here on December 13, 2026"],
    ["Email my files again"],
  ],
  [
    "that was withdrawn from says so",
    { ...MINE, products: [anItem({ ...NO_FILES, isWithheld: true })] },
    ["You have withdrawn from this order"],
    ["We sent", "We'll send", "on their way"],
  ],
  [
    "whose email is final offers another mail",
    { mail: "failed" },
    ["We couldn't send your files to", "Email my files again"],
    [ASKED, "spam folder"],
  ],
])("a purchase %s", async (_name, changes, shown, hidden) => {
  const { html, words } = await renderPurchase(changes);
  expectWords(words, shown, hidden);
  if (changes.masked) expect(html).not.toContain("/files/");
});

test.each<PurchaseCase>([
  [
    "is thanked for nothing",
    {},
    ["You already have this", "Nothing was charged.", "Download all"],
    ["Purchase Successful!", "Thank you for your purchase"],
  ],
  [
    "sees that the first payment is processing",
    { status: "processing" },
    ["Your payment is being processed", "nothing was charged a second time"],
  ],
])("who wanted to buy it again %s", async (_name, changes, shown, hidden) => {
  expectWords((await renderPurchase(changes, AGAIN)).words, shown, hidden);
});

const unpaid = (message: string, reason: Reason) => ({ message, reason });
const REASON = "Failed to get purchase information: ";
const NEW_ORDER = ["Nothing was charged", "Order again"];

test.each<[string, { message: string; reason?: Reason }, shown: string[], hidden: string[]]>([
  [
    "by the bank says that nothing was charged, and leads to the packs",
    unpaid(payMessages.paymentFailed, "payment_refused"),
    [`${REASON}Your bank didn't confirm the payment.`, ...NEW_ORDER],
    ["Did you pay?"],
  ],
  [
    "that may still be paid promises nothing",
    unpaid(buyerRefusals.paymentUnpaid, "payment_unpaid"),
    ["Did you pay?"],
    NEW_ORDER,
  ],
  [
    "of an unknown purchase asks to check the URL",
    { message: orderMessages.purchaseNotFound, reason: "unknown_session" },
    [orderMessages.purchaseNotFoundHint],
    NEW_ORDER,
  ],
])("a failure %s", async (_name, failure, shown, hidden) => {
  const { html, words } = await renderPage(PLAIN, { "/checkout/success": failure });
  expectWords(words, ["Purchase Failed", "Retry Verification", ...shown], hidden);
  const leadsToPacks = /<a href="\/#pricing"[^>]*>Order again<\/a>/.test(html);
  expect(leadsToPacks).toBe(shown.includes("Order again"));
});

test("a purchase names the seller", async () => {
  const seller = {
    name: "Jo Books",
    address: "Main Street 1\n1010 Vienna",
    country: "Austria",
    vatNumber: "",
    registrationNumber: "FN 1",
  };
  const { words } = await renderPage(
    PLAIN,
    { "/checkout/success": { purchase: aPurchase() } },
    { seller },
  );
  expectWords(words, ["Sold byJo Books, Main Street 1, 1010 Vienna, AustriaRegistration: FN 1"]);
});
