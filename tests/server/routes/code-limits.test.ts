import { describe, expect, test } from "vitest";
import { oneTimeCodes } from "../../../db/schema.ts";
import { openBrowser } from "../../support/browser.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { realPages } from "../../support/page-desk.ts";

const LOGIN = "/login?returnUrl=%2Faccount";
const addressOf = (nth: number) => `visitor-${nth}@example.com`;

/** One client, and the pages that its first `most` forms are answered by. */
async function postMany(most: number, path: string, fieldsOf: (nth: number) => Fields) {
  const t = createTestApp({ web: realPages });
  const browser = openBrowser(t);
  const statuses = new Set<number>();
  for (let nth = 0; nth < most; nth++) {
    statuses.add((await browser.postForm(path, fieldsOf(nth))).status);
  }
  return { ...t, browser, statuses: [...statuses] };
}
type Fields = Record<string, string>;

describe("one client's forms in an hour, whatever the address", () => {
  test.each([
    ["/login", LOGIN, "/api/send-otp"],
    ["/orders/find", "/orders/find", "/api/orders/find"],
  ])("the 21st request for a code at %s is refused", async (_name, path, call) => {
    const t = await postMany(20, path, (nth) => ({ email: addressOf(nth) }));
    expect(t.statuses).toEqual([200]);
    const page = await t.browser.postForm(path, { email: addressOf(20) });
    expect(page.status).toBe(429);
    expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(0);
    const html = await page.text();
    expect(html).toContain("Too many requests.");
    expect(html).toContain(`value="${addressOf(20)}"`);
    expect((await t.browser.post(call, { email: addressOf(21) })).status).toBe(429);
    expect(t.db.select().from(oneTimeCodes).all()).toHaveLength(20);
  });

  test("the 61st guess is refused, by form and by call", async () => {
    const t = await postMany(60, LOGIN, (nth) => ({ email: addressOf(nth), otp: "000000" }));
    expect(t.statuses).toEqual([400]);
    const guess = { email: addressOf(60), otp: "000000" };
    const page = await t.browser.postForm(LOGIN, guess);
    expect(page.status).toBe(429);
    expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await t.browser.post("/api/verify-otp", guess)).status).toBe(429);
  });
});
