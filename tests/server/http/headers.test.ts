import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Trackers } from "../../../server/contract/site.ts";
import { loadStatics } from "../../../server/http/built-client.ts";
import type { BuiltClient } from "../../../server/http/built-client.ts";
import { pagePolicy } from "../../../server/http/headers.ts";
import { createTestApp, SITE, type TestApp } from "../../support/create-test-app.ts";
import { buy, local, openShop, readDetail } from "../../support/shop.ts";
import { temporaryFolder } from "../../support/data-folder.ts";

const PAGE_POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self' https:";
const ALWAYS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
};
const REQUEST_ID = /^[0-9a-f-]{36}$/;

type Kind = { path: string; status: number; init?: RequestInit };
const broken = (headers: Record<string, string>) => ({ method: "POST", headers, body: "{" });
const JSON_POST = broken({ "Content-Type": "application/json" });
const FOREIGN = broken({ Origin: "https://evil.example" });
const KINDS: Kind[] = [
  { path: "/api/products", status: 200 },
  { path: "/api/products/purchase-detail", status: 400 },
  { path: "/api/create-checkout-session", init: JSON_POST, status: 400 },
  { path: "/api/create-checkout-session", init: FOREIGN, status: 403 },
  { path: "/api/stripe/webhook", init: JSON_POST, status: 400 },
  { path: "/api/nothing", status: 404 },
  { path: "/files/1/x.pdf", status: 404 },
  { path: "/nowhere", status: 404 },
  { path: "/nowhere", init: { method: "POST" }, status: 404 },
  { path: "/assets/nothing.js", status: 404 },
  { path: "/checkout/start", init: { method: "POST" }, status: 303 },
];

/** Client build whose pages all fail to render. */
const FAILING: BuiltClient = {
  render: () => Promise.reject(new Error("boom")),
  statics: new Map(),
  served: [],
  assets: { scripts: [], styles: [], preloads: [] },
};

const headersOf = async (t: TestApp, { path, init, status }: Kind) => {
  const response = await t.app.request(SITE + path, init);
  expect(response.status).toBe(status);
  return Object.fromEntries(response.headers);
};

test.each(KINDS)(
  "$init $path with $status carries them, and https where the site has it",
  async (kind) => {
    const headers = await headersOf(createTestApp(), kind);
    expect(headers).toMatchObject({ ...ALWAYS, "content-security-policy": PAGE_POLICY });
    if (kind.path !== "/api/products") expect(headers["x-request-id"]).toMatch(REQUEST_ID);
    expect(headers).not.toHaveProperty("strict-transport-security");
    expect(headers).not.toHaveProperty("x-powered-by");
    const secure = createTestApp({ env: { PUBLIC_URL: "https://shop.example" } });
    const https = { "strict-transport-security": "max-age=31536000; includeSubDomains" };
    expect(await headersOf(secure, kind)).toMatchObject(https);
  },
);

test("a 304 and a file carry them", async () => {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
  const [item] = (await readDetail(shop.browser, sessionId)).products;
  const init = { headers: { "If-None-Match": "*" } };
  expect(await headersOf(shop, { path: "/api/products", init, status: 304 })).toMatchObject(ALWAYS);
  const file = await headersOf(shop, { path: local(item?.fileUrl), status: 200 });
  expect(file).toMatchObject({
    ...ALWAYS,
    "content-security-policy":
      "default-src 'none'; style-src-attr 'unsafe-inline'; frame-ancestors 'self'",
  });
});

test("pictures alone may stand in other sites' pages, as in a mail that is read in a browser", async () => {
  const directory = temporaryFolder();
  await mkdir(join(directory, "pictures"));
  const paths = ["/pictures/mark.png", "/favicon.svg", "/pictures.js"];
  for (const path of paths) await writeFile(join(directory, path), "x");
  const t = createTestApp({ web: { ...FAILING, statics: await loadStatics(directory) } });
  const policies = paths.map(async (path) => {
    return (await headersOf(t, { path, status: 200 }))["cross-origin-resource-policy"];
  });
  expect(await Promise.all(policies)).toEqual(["cross-origin", "same-origin", "same-origin"]);
});

describe("the return of the external login", () => {
  const path = "/auth/callback?code=secret&state=x";
  const KEPT = { "cross-origin-opener-policy": "unsafe-none", "referrer-policy": "no-referrer" };
  const own = { ...ALWAYS, ...KEPT, "cache-control": "no-store" };

  test("keeps its opener, and its address to itself, also where the page fails", async () => {
    expect(await headersOf(createTestApp(), { path, status: 404 })).toMatchObject(own);
    const failing = createTestApp({ web: FAILING });
    expect(await headersOf(failing, { path, status: 500 })).toMatchObject(own);
    // The demo's sign-in page, which opens before the return page, has the same policies.
    const demo = { path: "/demo/identity/authorize", status: 400 };
    expect(await headersOf(createTestApp(), demo)).toMatchObject({ ...ALWAYS, ...KEPT });
  });

  test.each(["/auth/callback/x", "/auth", "/login"])("%s is a page like any", async (path) => {
    expect(await headersOf(createTestApp(), { path, status: 404 })).toMatchObject(ALWAYS);
  });
});

describe("the policy of pages", () => {
  const NONE = { posthog: null, metaPixelId: null, gtmId: null, pinterestTagId: null };
  const cloud = (region: "us" | "eu"): [Partial<Trackers>, string[]] => {
    const host = `https://${region}.i.posthog.com` as const;
    const hosts = [`${region}-assets.i.posthog.com`, `${region}.i.posthog.com`];
    return [{ posthog: { key: "a", host } }, hosts];
  };
  const GOOGLE = ["*.analytics.google.com", "*.google-analytics.com", "www.googletagmanager.com"];

  test.each<[Partial<Trackers>, string[]]>([
    [{ metaPixelId: "an-id" }, ["connect.facebook.net", "www.facebook.com"]],
    [{ gtmId: "an-id" }, GOOGLE],
    [{ pinterestTagId: "an-id" }, ["ct.pinterest.com", "s.pinimg.com"]],
    cloud("us"),
    cloud("eu"),
  ])("with %j allows only the hosts of this tracker", (tracker, hosts) => {
    const policy = pagePolicy({ ...NONE, ...tracker }, undefined);
    const named = Array.from(policy.matchAll(/https:\/\/([^\s;]+)/g), ([, host]) => host);
    expect([...new Set(named)].toSorted()).toEqual(hosts);
    expect(policy).not.toMatch(/unsafe|\*(?!\.)/);
    expect(policy).toMatch(/connect-src 'self' https/);
    if (tracker.posthog) expect(policy).toContain(`'self' ${tracker.posthog.host} `);
  });

  test.each([
    ["http://127.0.0.1:4242", " http://127.0.0.1:4242"],
    ["http://localhost:4242", " http://localhost:4242"],
    ["http://[::1]:4242", " http://[::1]:4242"],
    ["http://payments.example", ""],
    ["https://api.stripe.com", ""],
  ])("lets forms lead to a payment provider at %s by name: '%s'", async (apiBase, named) => {
    const t = createTestApp({ env: { STRIPE_API_BASE: apiBase } });
    for (const path of ["/nowhere", "/api/nothing"]) {
      const { "content-security-policy": policy } = await headersOf(t, { path, status: 404 });
      expect(policy).toMatch(new RegExp(`form-action 'self' https:${RegExp.escape(named)}(;|$)`));
    }
  });

  test("is sent with pages, made of the settings", async () => {
    const t = createTestApp({ env: { GTM_ID: "GTM-TEST1" } });
    const headers = await headersOf(t, { path: "/nowhere", status: 404 });
    const expected = pagePolicy({ ...NONE, gtmId: "GTM-TEST1" }, undefined);
    expect(headers["content-security-policy"]).toBe(expected);
  });
});
