import { expect, test } from "vitest";
import { createTestApp, SITE } from "../../support/create-test-app.ts";

const ask = (path: string, method = "GET") =>
  createTestApp().app.request(SITE + path, { method, headers: { Origin: SITE } });

test.each(["/orders/1", "/pricing/x", "/faqs"])(
  "%s is no address that people mean",
  async (path) => {
    expect((await ask(path)).status).toBe(404);
  },
);

test("only reading leads on", async () => {
  expect((await ask("/orders", "POST")).headers.has("Location")).toBe(false);
});

test.each([
  ["/orders", "/orders/find"],
  ["/pricing", "/#pricing"],
  ["/faq", "/#faq"],
  ["/favicon.ico", "/pictures/icon-32.png"],
  ["/pricing?utm_source=mail", "/?utm_source=mail#pricing"],
  ["/faq?x=//evil.example", "/?x=//evil.example#faq"],
])("%s leads to %s, though not for ever", async (typed, place) => {
  for (const method of ["GET", "HEAD"]) {
    const answer = await ask(typed, method);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("Location")).toBe(place);
  }
});
