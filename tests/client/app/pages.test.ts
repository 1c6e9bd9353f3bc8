import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { render } from "../../../client/app/entry-server.tsx";
import { openPage } from "../../../client/app/open-page.tsx";
import type { Page } from "../../../client/app/page.ts";
import { findPage, pages } from "../../../client/app/pages.ts";
import { assets, loadFrom, site } from "../fixtures.ts";

const ROUTES = join(import.meta.dirname, "../../../client/routes");

const pageOf = (url: string) => render({ url, site, load: loadFrom({}), assets, report: vi.fn() });

test("every route is a page, and every page a route of its own", async () => {
  const loaded = await Promise.all(Object.values(pages).map((load) => load()));
  expect(new Set(loaded.map(({ page }) => page)).size).toBe(readdirSync(ROUTES).length);
});

test.each([
  ["/", "/", undefined],
  ["/Privacy", "/:id", "Privacy"],
  ["/upsell/7", "/upsell/:id", "7"],
  ["/upsell/", undefined, undefined],
  ["/upsell/7/8", undefined, undefined],
  ["/admin", "/admin", undefined],
  ["/admin/", "/admin/*", undefined],
  ["/admin/tables/orders", "/admin/*", undefined],
  ["/administration", "/:id", "administration"],
  ["/checkoutXerror", "/:id", "checkoutXerror"],
  ["//host.example/privacy", undefined, undefined],
])("%s is the page %s", (pathname, path, id) => {
  expect(findPage(pathname)).toEqual(path && { path, id });
});

test("only a page of this site is sent on from a slash too many", async () => {
  expect(await pageOf("//host.example/")).toMatchObject({ status: 404 });
  expect(await pageOf("/privacy/?a=1")).toMatchObject({ status: 308, location: "/privacy?a=1" });
});

test.each([
  ["/", true, false],
  ["/checkout/success", true, false],
  ["/contact", true, false],
  ["/upsell/1", true, false],
  ["/accounting", false, false],
  ["/account", false, true],
  ["/account/settings", false, false],
  ["/admin/tables", false, true],
  ["/login", false, true],
  ["/orders/find", false, true],
  ["/auth/callback", false, true],
])("%s may have trackers: %s, and is hydrated at once: %s", async (url, tracked, urgent) => {
  const page = await pageOf(url);
  expect(page.tracked).toBe(tracked);
  expect(page.html.includes(" data-untracked=")).toBe(!tracked);
  expect(page.html.includes(" data-urgent=")).toBe(urgent);
});

test("a page that cannot be drawn is a whole document that says so", async () => {
  const report = vi.fn();
  const broken = { ...site, countdown: undefined as never };
  const page = await render({ url: "/", site: broken, load: loadFrom({}), assets, report });
  expect(page).toMatchObject({ status: 500, indexable: false });
  expect(page.html).toContain("<title>Something went wrong | Papercub</title>");
  expect(page.html).toContain("</html>");
  expect(report).toHaveBeenCalledOnce();
});

test("query parameters are texts: the last of repeated ones, without empty ones", async () => {
  const open = vi.fn<Page["open"]>(() => ({ body: null }));
  const code = async () => ({ page: { facts: { title: () => "" }, open } });
  const search = "?sessionId=123&a=1&a=2&error=&text=a+b%20c";
  await openPage({ code, load: async () => undefined }, { pathname: "/", search });
  const parameters = { sessionId: "123", a: "2", text: "a b c" };
  expect(open.mock.lastCall?.[1].search).toEqual(parameters);
});
