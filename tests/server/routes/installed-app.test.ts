import { expect, test } from "vitest";
import { settings } from "../../../db/content-schema.ts";
import { pages } from "../../../client/app/pages.ts";
import { adminManifest, shopManifest } from "../../../server/http/app-manifest.ts";
import { encodeText } from "../../../server/http/encoded-body.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { changeRow } from "../../support/rows.ts";
import { realPages } from "../../support/page-desk.ts";

const script = (text: string) => encodeText(text, { "Content-Type": "text/javascript" });
const web = {
  ...realPages,
  statics: new Map([
    ["/sw.js", await script('const PRECACHE = "shell-__SHELL_REVISION__";')],
    ["/worker-off.js", await script("registration.unregister();")],
  ]),
};

const openApp = (env: Record<string, string> = {}) => {
  const { app } = createTestApp({ web, env });
  return (path: string, init?: RequestInit) => app.request(SITE + path, init);
};
const workerOf = async (env?: Record<string, string>) => (await openApp(env)("/sw.js")).text();

test.each([
  "/sw.js",
  "/app-shell",
  "/offline",
  "/manifest.webmanifest",
  "/admin/manifest.webmanifest",
])(
  "%s is looked at anew each time, the same for everybody, and nothing is sent with it",
  async (path) => {
    const answer = await openApp()(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Cache-Control")).toBe("no-cache");
    expect(answer.headers.get("Set-Cookie")).toBeNull();
    const etag = answer.headers.get("ETag") ?? "";
    const again = await openApp()(path, { headers: { "If-None-Match": etag } });
    expect(again.status).toBe(304);
  },
);

test("nothing is written by these addresses", async () => {
  for (const path of ["/sw.js", "/app-shell", "/manifest.webmanifest"]) {
    expect((await openApp()(path, { method: "POST" })).status).toBe(404);
  }
});

test("the worker knows the shell's revision: another name, policy or set of trackers is another one", async () => {
  const worker = await workerOf();
  expect(worker).toMatch(/"shell-[0-9a-f]{16}"/);
  expect(await workerOf()).toBe(worker);
  for (const [name, value] of [
    ["BRAND", "Lumi"],
    ["SUPPORT_EMAIL", "help@lumi.example"],
    ["GTM_ID", "GTM-1234"],
  ] as const) {
    expect(await workerOf({ [name]: value })).not.toBe(worker);
  }
});

test("the worker stays the same when the owner moves or hides sections", async () => {
  const t = createTestApp({ web, hasContent: true });
  const read = async () => (await t.app.request(`${SITE}/sw.js`)).text();
  const worker = await read();
  changeRow(t, settings, 1, { sections: "pricing, hero, -faq, -testimonials" });
  expect(await read()).toBe(worker);
  changeRow(t, settings, 1, { brand: "Lumi" });
  expect(await read()).not.toBe(worker);
});

test("with WORKER=off, and where no worker was built, its place is taken by the one that removes all", async () => {
  expect(await workerOf({ WORKER: "off" })).toBe("registration.unregister();");
  const unbuilt = new Map([...web.statics].filter(([path]) => path !== "/sw.js"));
  const { app } = createTestApp({ web: { ...web, statics: unbuilt } });
  expect(await (await app.request(`${SITE}/sw.js`)).text()).toBe("registration.unregister();");
  const without = createTestApp({ web: realPages });
  expect((await without.app.request(`${SITE}/sw.js`)).status).toBe(404);
});

test("the shell has the policy of the strictest page, says that no real payments are made, and holds no data", async () => {
  const answer = await openApp({ GTM_ID: "GTM-1234" })("/app-shell");
  const policy = answer.headers.get("Content-Security-Policy");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("frame-src 'self'");
  expect(policy).not.toContain("googletagmanager");
  expect(answer.headers.get("X-Robots-Tag")).toBe("noindex");
  const html = await answer.text();
  expect(html).toMatch(/id="root"[^>]* data-shell=""/);
  expect(html).toMatch(/id="root"[^>]* data-untracked=""/);
  expect(html).toContain("This is a demo: no real payments.");
  expect(html).not.toContain('"data":');
  expect(html).not.toContain('rel="manifest"');
});

test("the page without a connection runs no script, for it stands at another page's address", async () => {
  const html = await (await openApp()("/offline")).text();
  expect(html).toContain("You are offline");
  expect(html).toMatch(/<main.*href="\/account".*<\/main>/s);
  expect(html).not.toContain('type="module"');
});

test("every page names the manifest of the store or of the admin", async () => {
  const get = openApp();
  const manifestOf = async (path: string) =>
    /rel="manifest" href="([^"]*)"/.exec(await (await get(path)).text())?.[1];
  expect(await manifestOf("/login")).toBe("/manifest.webmanifest");
  expect(await manifestOf("/admin")).toBe("/admin/manifest.webmanifest");
  expect(await manifestOf("/admin/tables/orders")).toBe("/admin/manifest.webmanifest");
  const isPublic = (path: string) => !/^\/(?:account|admin)|:|\*/.test(path);
  const paths = Object.keys(pages).filter(isPublic);
  expect(paths).toContain("/");
  for (const path of [...paths, "/upsell/1", "/privacy", "/offline", "/nowhere"]) {
    expect([path, await manifestOf(path)]).toEqual([path, "/manifest.webmanifest"]);
  }
});

test("a missing file of a build is missing: no page, and no worker's shell, stands in for it", async () => {
  const answer = await openApp()("/assets/account-0000.js");
  expect(answer.status).toBe(404);
  expect(answer.headers.get("Content-Type")).toMatch(/^application\/json/);
});

test("the shop's app bears the owner's name, and opens the account", () => {
  const manifest = shopManifest({ brand: "Lumi", mode: "live", logo: null });
  expect(manifest).toMatchObject({
    id: "/account",
    name: "Lumi",
    short_name: "Lumi",
    start_url: "/account?source=app",
    scope: "/",
    display: "standalone",
    display_override: ["window-controls-overlay", "standalone"],
    launch_handler: { client_mode: "navigate-existing" },
  });
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    "192x192 any",
    "512x512 any",
    "512x512 maskable",
    "512x512 monochrome",
  ]);
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual(["/account", "/contact"]);
});

test.each([
  ["a long one", "a".repeat(200), "a".repeat(30)],
  ["one that ends with a space there", `${"a".repeat(29)} shop`, "a".repeat(29)],
  ["one of pictures", "🐝".repeat(40), "🐝".repeat(30)],
  ["an Arabic one", "متجر النحل الصغير", "متجر النحل الصغير"],
])("the short name of the app is cut from %s", (_, brand, short) => {
  const manifest = shopManifest({ brand, mode: "live", logo: null });
  expect([manifest.name, manifest.short_name]).toEqual([brand, short]);
});

test.each([
  ["demo", ["wide", "narrow"]],
  ["test", undefined],
  ["live", undefined],
] as const)("in mode %s the install dialog has the demo's screenshots: %j", (mode, shown) => {
  const { screenshots } = shopManifest({ brand: "Lumi", mode, logo: null });
  expect(screenshots?.map((shot) => shot.form_factor)).toEqual(shown);
});

test("the admin is an app of its own, which takes no address of the shop's", () => {
  expect(adminManifest({ brand: "Lumi", mode: "live", logo: null })).toMatchObject({
    id: "/admin",
    name: "Lumi Admin",
    start_url: "/admin",
    scope: "/admin",
  });
});
