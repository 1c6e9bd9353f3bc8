import { describe, expect, test } from "vitest";
import { pages, texts } from "../../../db/content-schema.ts";
import { products } from "../../../db/schema.ts";
import type { Upload } from "../../../server/contract/admin-answers.ts";
import { SITE } from "../../support/create-test-app.ts";
import { storePasskey } from "../../support/authenticator.ts";
import { type Browser, checkoutBody, openBrowser } from "../../support/browser.ts";
import { realPages } from "../../support/page-desk.ts";
import { NEW } from "../../support/discount-shop.ts";
import { addRow, changeRow } from "../../support/rows.ts";
import { buy, local, openShop, readDetail, signIn } from "../../support/shop.ts";
import { changeSettings } from "../../support/shop-settings.ts";
import { signInAdmin } from "../../support/table-calls.ts";
import { makePdf, sendFile } from "../../support/uploads.ts";

const CLOSED = "We aren&#x27;t open right now,";
const NAP = "The packs are taking a short nap";
const ANNA = "anna@example.com";
const CHECKOUT = "/api/create-checkout-session";

/** Opens a shop with a page of the owner's, where Anna has bought the book. It is closed then. */
async function openClosed() {
  const t = await openShop({ web: realPages, hasContent: true });
  const about = { slug: "about", title: "About", body: "Us.", updatedOn: "2026-11-01" };
  addRow(t, pages, about);
  addRow(t, pages, { ...about, slug: "draft", linked: false });
  addRow(t, texts, { name: "story.hero.headline", value: "My headline" });
  const sessionId = await buy(t, t.browser, { products: [t.book], email: ANNA });
  const setOpen = (isOpen: boolean) => changeSettings(t, { isOpen });
  changeSettings(t, { isOpen: false, sellerName: "Anna Bee" });
  return { ...t, sessionId, setOpen, visitor: openBrowser(t) };
}

const textOf = async (browser: Browser, path: string) => (await browser.get(path)).text();

describe("visitors of a closed shop", () => {
  const HIDDEN =
    "/ /?code=HELLO /contact /about /draft /upsell/1 /upsell2 /downsell /products/dinosaur-busy-book";
  test.each(HIDDEN.split(" "))(
    "get the closed page at %s, without scripts and for no search engine",
    async (path) => {
      const { visitor } = await openClosed();
      const answer = await visitor.get(path);
      const html = await answer.text();
      expect(answer.status).toBe(200);
      expect(answer.headers.get("X-Robots-Tag")).toBe("noindex");
      expect(answer.headers.get("Cache-Control")).toBe("private, no-cache");
      expect(html).toContain("<title>Not open right now | Papercub</title>");
      expect(html).toContain(CLOSED);
      expect(html).toContain('href="/imprint"');
      expect(html).not.toMatch(
        /curriculum|Premium Pack|My headline|"module"|\/(?:about|contact|#)/,
      );
    },
  );

  test.each(["/privacy", "/imprint", "/login", "/orders/find", "/withdraw", "/checkout/cancel"])(
    "can still open %s",
    async (path) => {
      const { visitor } = await openClosed();
      const answer = await visitor.get(path);
      expect([answer.status, (await answer.text()).includes(CLOSED)]).toEqual([200, false]);
    },
  );

  test("see no product, and no hidden page in the lists of pages", async () => {
    const { visitor } = await openClosed();
    expect(await (await visitor.get("/api/products")).json()).toEqual([]);
    const listed = [...(await textOf(visitor, "/sitemap.xml")).matchAll(/<loc>(.*?)<\/loc>/g)];
    expect(listed.map(([, url]) => url)).toEqual(
      ["/privacy", "/terms", "/refund", "/imprint"].map((path) => SITE + path),
    );
    expect(await textOf(visitor, "/speculation-rules.json")).not.toMatch(/"\/"|about|products/);
    expect((await visitor.get("/nowhere")).status).toBe(404);
  });

  test("get no testimonial, question, price with a code or sample; administrators do", async () => {
    const { visitor, book, ...t } = await openClosed();
    const admin = signInAdmin(t);
    const { url } = (await (await sendFile(admin, "file", await makePdf(1))).json()) as Upload;
    changeRow(t, products, book, { sample: url });
    expect((await admin.post("/api/discounts", NEW)).status).toBe(201);
    const answers = async (browser: Browser) => {
      const rows = async (path: string): Promise<number> =>
        (await (await browser.get(path)).json()).rows.length;
      const { prices } = await (await browser.get("/api/discounts/spring")).json();
      return {
        testimonials: await rows("/api/testimonials"),
        questions: await rows("/api/faqs?after=1"),
        prices: Object.keys(prices).length,
        sample: (await browser.get("/samples/dinosaur-busy-book.pdf")).status,
      };
    };
    const none = { testimonials: 0, questions: 0, prices: 0, sample: 404 };
    expect(await answers(visitor)).toEqual(none);
    expect(await answers(admin)).toEqual({
      testimonials: 10,
      questions: expect.toSatisfy((count: number) => count > 0),
      prices: 2,
      sample: 200,
    });
    expect(await answers(visitor)).toEqual(none);
  });

  test("cannot buy, and read why", async () => {
    const { visitor, pack } = await openClosed();
    const refused = await visitor.post(CHECKOUT, checkoutBody([pack]));
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: "conflict", reason: "shop_closed" });
    const { successRouter, cancelRouter } = checkoutBody([pack]);
    const fields = { productId: String(pack), successRouter, cancelRouter };
    const form = await visitor.postForm("/checkout/start", fields);
    const page = await textOf(visitor, form.headers.get("Location") ?? "");
    expect(page).toContain("This shop isn&#x27;t open right now, so nothing can be bought.");
  });
});

describe("an earlier buyer of a closed shop", () => {
  test("has the order and its files, and is offered nothing more", async () => {
    const { browser, sessionId, ...t } = await openClosed();
    const { products, more } = await readDetail(browser, sessionId);
    expect(more).toEqual([]);
    expect((await browser.get(local(products[0]?.files[0]?.url))).status).toBe(200);
    const account = signIn(t, ANNA);
    expect(await (await account.get("/api/products/purchased-products")).json()).toHaveLength(1);
    expect(await (await account.get("/api/products/more")).json()).toEqual([]);
    const again = await browser.post(CHECKOUT, checkoutBody([t.book]));
    expect(await again.json()).toMatchObject({ sessionId });
  });

  test("is sent from an offer to the order", async () => {
    const { browser, sessionId, book } = await openClosed();
    const offer = `/upsell/${book}?sessionId=${sessionId}`;
    const order = `/checkout/success?sessionId=${sessionId}`;
    const { status, headers } = await browser.get(offer);
    expect([status, headers.get("Location")]).toEqual([302, order]);
    const data = await browser.get(offer, { Accept: "application/json" });
    expect(await data.json()).toEqual({ location: order });
  });
});

describe("an administrator of a closed shop", () => {
  const BAR = "Your shop is closed.";

  test("sees the real pages, which no cache stores, and can buy", async () => {
    const { visitor, ...t } = await openClosed();
    const admin = signInAdmin(t);
    for (const path of ["/", "/contact", "/about", `/upsell/${t.book}`]) {
      const answer = await admin.get(path);
      const html = await answer.text();
      expect(html).toContain(BAR);
      expect(html).not.toContain(CLOSED);
      expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
      expect(await textOf(visitor, path)).toContain(CLOSED);
    }
    expect(await textOf(admin, "/privacy")).not.toContain(BAR);
    expect((await admin.post(CHECKOUT, checkoutBody([t.pack]))).status).toBe(200);
    expect(await (await admin.get("/api/products/more")).json()).toHaveLength(2);
  });

  test("is led to the products while none is on sale, unless they cannot be read", async () => {
    const t = await openClosed();
    const admin = signInAdmin(t);
    for (const id of [t.pack, t.book]) changeRow(t, products, id, { active: false });
    const html = await textOf(admin, "/");
    expect(html).toContain('href="/admin/tables/products"');
    expect(html).not.toContain(NAP);
    t.setOpen(true);
    expect(await textOf(admin, "/")).toContain(NAP);
    t.setOpen(false);
    t.db.sqlite.exec("ALTER TABLE products RENAME TO lost");
    expect(await textOf(admin, "/")).toContain(NAP);
  });

  test("is a visitor until the passkey is checked", async () => {
    const t = await openClosed();
    const admin = signInAdmin(t);
    storePasskey(t, admin.userId);
    expect(await textOf(admin, "/")).toContain(CLOSED);
    expect((await admin.post(CHECKOUT, checkoutBody([t.pack]))).status).toBe(409);
  });
});

test("opening and closing the shop changes its pages at once, but not the installed app", async () => {
  const { visitor, setOpen, ...t } = await openClosed();
  const admin = signInAdmin(t);
  const app = async () => [await textOf(visitor, "/app-shell"), await textOf(visitor, "/offline")];
  const [closed, closedApp] = [await textOf(visitor, "/"), await app()];
  setOpen(true);
  const open = await textOf(visitor, "/");
  expect(open).not.toContain(CLOSED);
  expect(open).toContain("Premium Pack");
  expect(await textOf(admin, "/")).toBe(open);
  expect(await app()).toEqual(closedApp);
  expect((await visitor.get("/closed")).headers.get("Location")).toBe("/");
  expect(await (await visitor.get("/api/products")).json()).toHaveLength(2);
  setOpen(false);
  expect(await textOf(visitor, "/")).toBe(closed);
});
