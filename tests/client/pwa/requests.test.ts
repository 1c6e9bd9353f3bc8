import { expect, test } from "vitest";
import { ADMIN_PATHS } from "../../../client/admin/url/paths.ts";
import { findPage, pages } from "../../../client/app/pages.ts";
import {
  answerFrom,
  networkFirst,
  rangeOf,
  routeOf,
  savedFiles,
} from "../../../client/pwa/worker/requests.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { fakeCaches } from "../../support/fake-caches.ts";
import { OFF_LIST } from "../../support/off-list.ts";

const visit = (path: string, asked: Partial<Parameters<typeof routeOf>[0]> = {}) => {
  const url = new URL(path, SITE).href;
  return routeOf({ method: "GET", url, mode: "navigate", cache: "default", ...asked }, SITE);
};
const fetched = (path: string) => visit(path, { mode: "cors" });

const APP_PAGES = ["/account", "/admin", "/admin/*", "/login"];
/** Pages that the service worker must not handle. */
const NEVER = ["/auth/callback"];

test.each(Object.keys(pages))("a visit of %s is routed as the list says", (path) => {
  const expected = APP_PAGES.includes(path) ? "app" : NEVER.includes(path) ? "none" : "page";
  expect(visit(path.replace("*", "orders").replace(":id", "7"))).toBe(expected);
});

test.each(ADMIN_PATHS)("the admin's %s opens offline, with and without a query", (path) => {
  const address = `/admin${path.replace(/\$\w+/, "7")}`;
  for (const url of [address, `${address}?stats-period=7d`]) {
    expect(visit(url)).toBe("app");
    expect(pages[findPage(new URL(url, SITE).pathname)?.path ?? "/"]).toBe(pages["/admin"]);
  }
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

test.each(["POST", "HEAD"])("%s is ignored", (method) => {
  expect(visit("/login", { method })).toBe("none");
  expect(visit("/files/12/a.pdf", { method })).toBe("none");
});

test("a page that saves a file gets the server's copy", () => {
  expect(visit("/files/12/a.pdf", { mode: "cors", cache: "no-store" })).toBe("none");
  expect(visit("/files/12/a.pdf", { mode: "cors" })).toBe("file");
});

const BODY = "0123456789";
const FILE = "https://shop.example/files/1/a.pdf";

const stored = () =>
  new Response(BODY, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": 'inline; filename="a.pdf"',
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'self'",
      ETag: '"1"',
    },
  });
const ask = async (headers: Record<string, string>, url = FILE) => {
  const answer = await answerFrom(stored(), new Request(url, { headers }));
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test.each([
  ["bytes=10-", "none"],
  ["bytes=10-12", "none"],
  ["bytes=-0", "none"],
  ["bytes=5-4", undefined],
  ["bytes=-", undefined],
  ["bytes=a-b", undefined],
  ["bytes=0-1,3-4", undefined],
  ["items=0-1", undefined],
  ["", undefined],
  ["bytes=0-0", { start: 0, end: 0 }],
  ["bytes=2-5", { start: 2, end: 5 }],
  ["bytes=7-", { start: 7, end: 9 }],
  ["bytes=7-99", { start: 7, end: 9 }],
  ["bytes=-3", { start: 7, end: 9 }],
  ["bytes=-99", { start: 0, end: 9 }],
  ["BYTES=0-3 ", { start: 0, end: 3 }],
])("%s of ten bytes", (header, expected) => {
  expect(rangeOf(header, BODY.length)).toEqual(expected);
});

test.each(["bytes=0-", "bytes=-1"])("%s of an empty body", (header) => {
  expect(rangeOf(header, 0)).toBe("none");
});

test("a range outside of the file is refused with its size", async () => {
  const { status, headers, text } = await ask({ Range: "bytes=10-" });
  expect({ status, text }).toEqual({ status: 416, text: "" });
  expect(headers.get("Content-Range")).toBe("bytes */10");
});

test("a part has its range and the file's headers", async () => {
  const { status, headers, text } = await ask({ Range: "bytes=2-5" });
  expect({ status, text }).toEqual({ status: 206, text: "2345" });
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-range": "bytes 2-5/10",
    "content-length": "4",
    "accept-ranges": "bytes",
    "content-type": "application/pdf",
    "content-security-policy": "default-src 'none'; frame-ancestors 'self'",
    etag: '"1"',
  });
});

test("a reader of another version gets the whole file", async () => {
  const other = await ask({ Range: "bytes=2-5", "If-Range": '"0"' });
  expect(other).toMatchObject({ status: 200, text: BODY });
  const same = await ask({ Range: "bytes=2-5", "If-Range": '"1"' });
  expect(same).toMatchObject({ status: 206, text: "2345" });
});

test("without a range the whole file is sent, as a download when the URL says so", async () => {
  const whole = await ask({});
  expect(whole).toMatchObject({ status: 200, text: BODY });
  expect(whole.headers.get("Content-Disposition")).toBe('inline; filename="a.pdf"');
  const download = await ask({}, `${FILE}?download=1`);
  expect(download.headers.get("Content-Disposition")).toBe('attachment; filename="a.pdf"');
});

test("saved files are known after a refresh; until then any may be saved", async () => {
  const { caches } = fakeCaches();
  const put = async (path: string) => (await caches.open("files-a")).put(path, new Response());
  await put("/files/1/a.pdf");
  await (await caches.open("shell-1")).put("/files/9/z.pdf", new Response());
  const files = savedFiles(caches);
  expect(files.mayBeSaved("/files/2/b.pdf")).toBe(true);
  await files.refresh();
  expect(["/files/1/a.pdf", "/files/2/b.pdf", "/files/9/z.pdf"].map(files.mayBeSaved)).toEqual([
    true,
    false,
    false,
  ]);
  await put("/files/2/b.pdf");
  await Promise.all([files.refresh(), files.refresh()]);
  expect(files.mayBeSaved("/files/2/b.pdf")).toBe(true);
  await caches.delete("files-a");
  await files.refresh();
  expect(files.mayBeSaved("/files/1/a.pdf")).toBe(false);
});

const shell = async () => new Response("shell");
const answers = (status: number) => async () => new Response("network", { status });
const never = () => new Promise<Response>(() => {});
const lost = () => Promise.reject(new TypeError("Failed to fetch"));
const textOf = async (answer: Promise<Response>) => (await answer).text();

test.each([200, 302, 401, 404, 429])("the network's response is used: %i", async (status) => {
  const answer = networkFirst({ request: answers(status), fallback: shell, waitMs: 50 });
  expect(await textOf(answer)).toBe("network");
});

test("the shell replaces a lost, silent or failing server", async () => {
  for (const request of [lost, never, answers(500), answers(503)]) {
    expect(await textOf(networkFirst({ request, fallback: shell, waitMs: 5 }))).toBe("shell");
  }
});

test("without a shell the server is waited for", async () => {
  const fallback = async () => undefined;
  const slow = async () => {
    await Bun.sleep(20);
    return new Response("late");
  };
  expect(await textOf(networkFirst({ request: slow, fallback, waitMs: 1 }))).toBe("late");
  expect(await textOf(networkFirst({ request: answers(500), fallback, waitMs: 50 }))).toBe(
    "network",
  );
  expect((await networkFirst({ request: lost, fallback, waitMs: 50 })).type).toBe("error");
});
