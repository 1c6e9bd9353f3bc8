import { expect, test } from "vitest";
import { settings } from "../../../db/content-schema.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { changeRow } from "../../support/rows.ts";

test.each([
  ["GET", "/orders/1", 404, null],
  ["GET", "/pricing/x", 404, null],
  ["GET", "/faqs", 404, null],
  // Only GET and HEAD redirect.
  ["POST", "/orders", 404, null],
  ["GET", "/orders", 302, "/orders/find"],
  ["HEAD", "/orders", 302, "/orders/find"],
  ["GET", "/pricing", 302, "/#pricing"],
  ["GET", "/faq", 302, "/#faq"],
  ["GET", "/favicon.ico", 302, "/pictures/icon-32.png"],
  ["GET", "/pricing?utm_source=mail", 302, "/?utm_source=mail#pricing"],
  ["GET", "/faq?x=//evil.example", 302, "/?x=//evil.example#faq"],
])("%s %s is answered by %d to %s", async (method, path, status, location) => {
  const init = { method, headers: { Origin: SITE } };
  const answer = await createTestApp().app.request(SITE + path, init);
  expect([answer.status, answer.headers.get("Location")]).toEqual([status, location]);
});

test("a typed address of a hidden section leads to the top of the landing page", async () => {
  const t = createTestApp({ hasContent: true });
  changeRow(t, settings, 1, { sections: "hero, pricing, -faq" });
  const answer = await t.app.request(`${SITE}/faq?a=1`);
  expect(answer.headers.get("Location")).toBe("/?a=1");
  expect((await t.app.request(`${SITE}/pricing`)).headers.get("Location")).toBe("/#pricing");
});
