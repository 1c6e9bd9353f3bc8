import { expect, test } from "vitest";
import { orders } from "../../../db/schema.ts";
import { SITE } from "../../support/create-test-app.ts";
import { realPages } from "../../support/page-desk.ts";
import { openShop } from "../../support/shop.ts";

const BACK = { successRouter: "/upsell/1", cancelRouter: "/checkout/cancel" };

async function openFrame() {
  const shop = await openShop({ web: realPages, env: { GTM_ID: "GTM-TEST1" } });
  const press = (fields: Record<string, string>, destination: string) =>
    shop.browser.send("/checkout/start", {
      method: "POST",
      headers: { Origin: SITE, "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": destination },
      body: new URLSearchParams(fields),
    });
  return { ...shop, press, fields: { productId: String(shop.pack), ...BACK } };
}

test.each(["iframe", "frame", "embed", "object"])(
  "a pay button pressed in an %s starts nothing there, and leads on to a new tab",
  async (destination) => {
    const shop = await openFrame();
    const page = await shop.press(shop.fields, destination);
    expect(page.status).toBe(200);
    expect(shop.db.select().from(orders).all()).toEqual([]);
    expect(shop.simulator.control.requests()).toEqual([]);
    expect(page.headers.get("Set-Cookie")).toBeNull();
    expect(page.headers.get("Cache-Control")).toBe("private, no-store");
    const policy = page.headers.get("Content-Security-Policy") ?? "";
    expect(policy).not.toContain("frame-ancestors");
    expect(policy).toContain("script-src 'self';");
    const html = await page.text();
    expect(html).toContain("Continue to payment");
    const [form = ""] = /<form rel.*?<\/form>/s.exec(html) ?? [];
    expect(form).toContain(
      '<form rel="noopener" action="/checkout/start" method="post" target="_blank">',
    );
    const sent = Array.from(form.matchAll(/name="(\w+)" value="([^"]*)"/g), (field) =>
      field.slice(1),
    );
    expect(Object.fromEntries(sent)).toEqual(shop.fields);

    const tab = await shop.press(shop.fields, "document");
    expect(tab.status).toBe(303);
    expect(tab.headers.get("Location")).toContain("/demo/pay/cs_test_");
  },
);

test("a form that asks for nothing is refused in the frame, and its address alone is no page", async () => {
  const { browser, press } = await openFrame();
  const answer = await press(BACK, "iframe");
  expect(answer.status).toBe(303);
  expect(answer.headers.get("Location")).toMatch(/^\/checkout\/error\?error=/);
  expect((await browser.get("/checkout/start")).status).toBe(404);
});
