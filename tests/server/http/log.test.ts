import { describe, expect, test } from "vitest";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { buy, DETAIL, local, openShop, pay, readDetail, signIn } from "../../support/shop.ts";
import { eventBody, postWebhook, signed } from "../../support/webhooks.ts";
import { skipPauses } from "../../support/skip-pauses.ts";

skipPauses();

test.each([
  ["a read", "/nowhere?sessionId=x", {}, { level: 30, status: 404, path: "/nowhere" }],
  ["a refusal", "/api/nothing?token=x", {}, { level: 30, status: 404, path: "/api/nothing" }],
  ["a change", "/checkout/start?x=1", { method: "POST" }, { level: 30, path: "/checkout/start" }],
])("%s is one line with the id that its answer carries", async (_name, path, init, line) => {
  const t = createTestApp();
  const response = await t.app.request(SITE + path, init);
  const id = response.headers.get("X-Request-Id");
  const lines = t.logged.filter((entry) => entry["requestId"] === id && "path" in entry);
  expect(lines).toMatchObject([{ method: "GET", ...init, ms: expect.any(Number), ...line }]);
});

describe("no line holds an address, a token, a cookie or a session's id", () => {
  test("through a purchase, its files, its mails and its refusals", async () => {
    const shop = await openShop();
    const owner = signIn(shop, "owner@example.com");
    const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
    const detail = await readDetail(shop.browser, sessionId);
    const pdf = local(detail.products[0]?.fileUrl);
    await shop.app.request(SITE + pdf);
    await shop.app.request(SITE + local(detail.products[0]?.downloadUrl));
    await owner.get(pdf.replace("token=", "token=x"));
    await shop.browser.post("/api/orders/resend", { sessionId });
    await shop.browser.get(`${DETAIL}?sessionId=cs_test_a1unknownunknown`);
    await shop.browser.get("/checkout/success?sessionId=" + sessionId);
    await shop.settle();
    expectClean(shop.logged, [
      ...secretsOf(shop, sessionId),
      pdf.split("token=")[1] ?? "",
      "owner@",
    ]);
  });

  test("through a provider that fails at every turn", async () => {
    const shop = await openShop();
    shop.simulator.control.webhooks.mode = "drop";
    const sessionId = await pay(shop, shop.browser, { products: [shop.pack] });
    for (const kind of ["500", "429", "500-bare", "cut"] as const) {
      shop.simulator.control.faults.clear();
      shop.simulator.control.faults.next({ kind, times: 2 });
      expect((await shop.browser.get(`${DETAIL}?sessionId=${sessionId}`)).status).toBe(502);
    }
    shop.simulator.control.faults.clear();
    shop.simulator.control.faults.next({ kind: "500", times: 2 });
    const body = eventBody({ objectId: sessionId });
    await postWebhook(shop, body, signed(body));
    await shop.settle();
    await postWebhook(shop, body.replace("evt", "evx"), signed(body));
    expect(shop.logged.some((line) => line["msg"] === "webhook not handled")).toBe(true);
    expectClean(shop.logged, secretsOf(shop, sessionId));
  });

  function secretsOf(shop: Awaited<ReturnType<typeof openShop>>, sessionId: string) {
    return [
      sessionId,
      "buyer@example.com",
      shop.browser.cookies.get("buyer") ?? "no cookie",
      shop.deps.secret,
      shop.deps.config.stripe.secretKey,
      shop.deps.config.stripe.webhookSecrets[0] ?? "no secret",
    ];
  }

  function expectClean(logged: Record<string, unknown>[], secrets: string[]) {
    expect(logged.length).toBeGreaterThan(3);
    const text = JSON.stringify(logged);
    for (const secret of secrets) {
      const at = text.indexOf(secret);
      expect(at < 0 ? "" : text.slice(Math.max(0, at - 200), at + 80)).toBe("");
    }
  }
});
