import { describe, expect, test } from "vitest";
import { orders } from "../../../db/schema.ts";

import { checkoutBody } from "../../support/browser.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { hostileAddresses, leavesSite } from "../../support/hostile-addresses.ts";
import { openShop } from "../../support/shop.ts";
import { askForCode } from "../../support/sign-in.ts";
import { BEHIND_PROXY, browserOf, sessionsOf } from "./crowd.ts";

const HOSTILE = hostileAddresses(SITE);
const LEADS_HOME = "/account";

describe("not one leaves the site", { timeout: 60_000 }, () => {
  test("as either way back from a checkout: refused before an order or the provider knows of it", async () => {
    const t = await openShop({ env: BEHIND_PROXY });
    let client = 0;
    const from = () => browserOf(t, ++client >> 3);
    const start = async (ways: Record<string, string>) => {
      const body = { ...checkoutBody([t.pack]), ...ways };
      return (await from().post("/api/create-checkout-session", body)).status;
    };
    // Without a script the visitor sees this site's error page.
    const press = async (ways: Record<string, string>) => {
      const fields = { productId: String(t.pack), successRouter: "/", cancelRouter: "/", ...ways };
      const response = await from().postForm("/checkout/start", fields);
      return response.headers.get("Location") ?? "";
    };
    for (const address of HOSTILE) {
      for (const field of ["successRouter", "cancelRouter"]) {
        expect(await start({ [field]: address })).toBe(422);
        // A form cannot carry half a character: what arrives in its place is harmless.
        if (!address.isWellFormed()) continue;
        const location = await press({ [field]: address });
        expect(location).toMatch(/^\/checkout\/error\?error=The%20return%20path/);
        expect(leavesSite(location, SITE)).toBe(false);
      }
    }
    expect(t.db.select().from(orders).all()).toEqual([]);
    expect(t.simulator.control.requests()).toEqual([]);
    expect(await start({ successRouter: LEADS_HOME })).toBe(200);
  });

  test("as `originUrl` of the external login: no address of the provider, no attempt kept", async () => {
    const t = createTestApp({ env: BEHIND_PROXY });
    const near = ["/", "/x", "#", ".", ":80"].map((end) => SITE + end);
    let client = 0;
    const start = (originUrl: string) =>
      browserOf(t, ++client >> 4).get(
        `/api/oauth/google/redirect_url?${new URLSearchParams({ originUrl })}`,
      );
    for (const address of [...HOSTILE, ...near, SITE.toUpperCase()]) {
      const response = await start(address);
      expect(response.status).toBe(422);
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(await response.text()).not.toContain("redirectUrl");
    }
    expect((await start(SITE)).status).toBe(200);
  });

  test("after a good sign-in by the form without script, which does sign in and leads home", async () => {
    const t = createTestApp({ env: BEHIND_PROXY });
    // One sign-in by form for every twentieth address: each family of them is judged above.
    const some = HOSTILE.filter((_, nth) => nth % 20 === 0);
    let client = 0;
    const signIn = async (query: Record<string, string>) => {
      const email = `buyer-${++client}@example.com`;
      const browser = browserOf(t, client);
      const otp = await askForCode(t, browser, email);
      return browser.postForm(`/login?${new URLSearchParams(query)}`, { email, otp });
    };
    for (const address of some) {
      const response = await signIn({ returnUrl: address, redirect: address });
      expect([response.status, response.headers.get("Location")]).toEqual([303, "/"]);
    }
    expect((await signIn({ returnUrl: LEADS_HOME })).headers.get("Location")).toBe(LEADS_HOME);
    expect(sessionsOf(t)).toHaveLength(some.length + 1);
  });
});
