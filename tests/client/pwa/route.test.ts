import { expect, test } from "vitest";
import { pages } from "../../../client/app/pages.ts";
import { routeOf } from "../../../client/pwa/worker/route.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { OFF_LIST } from "../../support/off-list.ts";

const visit = (path: string, asked: Partial<Parameters<typeof routeOf>[0]> = {}) => {
  const url = new URL(path, SITE).href;
  return routeOf({ method: "GET", url, mode: "navigate", cache: "default", ...asked }, SITE);
};
const fetched = (path: string) => visit(path, { mode: "cors" });

const APP_PAGES = ["/account", "/admin", "/admin/*", "/login"];
/** Pages that the worker must ignore, with their rule. */
const NEVER = ["/auth/callback"];

test.each(Object.keys(pages))("a visit of %s is routed as the list says", (path) => {
  const expected = APP_PAGES.includes(path) ? "app" : NEVER.includes(path) ? "none" : "page";
  expect(visit(path.replace("*", "orders").replace(":id", "7"))).toBe(expected);
});

test("paths of the server that are no pages are handled only as navigation", () => {
  const { routes } = createTestApp().app;
  const asked = routes.filter(({ method, path }) => method === "GET" && path !== "/*");
  const strays = asked.flatMap(({ path }) => {
    const address = path.replace(/:\w+(\{[^/]*\})?\??/g, "7");
    const kept = visit(address) === "app" || fetched(address) !== "none";
    return kept && !APP_PAGES.includes(path) ? [path] : [];
  });
  expect(asked.length).toBeGreaterThan(30);
  expect(strays).toEqual([]);
});

test.each(OFF_LIST)("%s is no page of the app", (path) => {
  expect(visit(path)).not.toBe("app");
  expect(fetched(path)).not.toMatch(/app|page/);
});

test.each([
  ["/account?source=app", "app"],
  ["/account#files", "app"],
  ["/admin/tables/orders?q=a", "app"],
  ["/files/12/My-Pack.pdf", "file"],
  ["/files/12/My-Pack.pdf?download=1", "file"],
  ["/files/12/My-Pack.pdf?token=abc", "none"],
  ["/files/12/My-Pack.pdf?download=1&token=abc", "none"],
  ["/files/product/3/Pack.zip", "none"],
  ["/files/12/x/My-Pack.pdf", "none"],
  ["/assets/app-1a2b.js", "asset"],
  ["/api/products", "none"],
  ["/uploads/aa/x.png", "none"],
  ["/sw.js", "none"],
  ["/worker-off.js", "none"],
  ["/manifest.webmanifest", "none"],
  ["/admin/manifest.webmanifest", "none"],
  ["https://elsewhere.example/account", "none"],
])("a visit of %s: %s", (path, expected) => {
  expect(visit(path)).toBe(expected);
});

test("other methods than GET are ignored", () => {
  for (const method of ["POST", "HEAD", "PUT", "DELETE"]) {
    expect(visit("/login", { method })).toBe("none");
    expect(visit("/files/12/a.pdf", { method })).toBe("none");
  }
});

test("a page that saves a file is given the shop's copy, not the one that it holds", () => {
  expect(visit("/files/12/a.pdf", { mode: "cors", cache: "no-store" })).toBe("none");
  expect(visit("/files/12/a.pdf", { mode: "cors" })).toBe("file");
});
