import { expect, test } from "vitest";
import { createTestApp } from "../../support/create-test-app.ts";
import { listen } from "../../support/listen.ts";
import { encodeText } from "../../../server/http/encoded-body.ts";

const PAGE = `<p>${"A page of many bytes: ä. ".repeat(200)}</p>`;

const ANSWER = { html: PAGE, indexable: true, personal: false, tracked: true };

const file = await encodeText(PAGE, { "Content-Type": "text/plain" });

function openSite() {
  const t = createTestApp({
    web: {
      render: async ({ url }) =>
        url === "/old" ? { ...ANSWER, status: 308, location: "/" } : { ...ANSWER, status: 200 },
      served: [{ path: "/", indexable: true, shared: true }],
      assets: { scripts: [], styles: [], preloads: [] },
      statics: new Map([["/a-file.txt", file]]),
    },
  });
  return listen(t);
}

const PAGES = ["/", "/privacy", "/login", "/a-file.txt", "/robots.txt"];
const PATHS = [...PAGES, "/api/products", "/api/nothing", "/assets/nothing.js"];
test.each(PATHS)("HEAD of %s names the length that GET has, in every encoding", async (path) => {
  const site = openSite();
  for (const encoding of ["identity", "gzip", "br"]) {
    const headers = { "Accept-Encoding": encoding };
    const head = await site.fetch(path, { method: "HEAD", headers });
    const get = await site.fetch(path, { headers });
    const length = get.headers.get("Content-Length");
    expect(Number(length)).toBeGreaterThan(0);
    expect(head.headers.get("Content-Length")).toBe(length);
    expect(head.status).toBe(get.status);
    expect(await head.text()).toBe("");
    const { byteLength } = await get.arrayBuffer();
    if (!get.headers.has("Content-Encoding")) expect(String(byteLength)).toBe(length);
  }
});

test("HEAD of a page that leads elsewhere has the length of no body, as GET has", async () => {
  const site = openSite();
  for (const method of ["GET", "HEAD"]) {
    const { status, headers } = await site.fetch("/old", { redirect: "manual", method });
    expect([method, status, headers.get("Content-Length")]).toEqual([method, 308, "0"]);
  }
});

test.each(["/", "/api/products"])("HEAD of an unchanged %s is 304", async (path) => {
  const site = openSite();
  const etag = (await site.fetch(path)).headers.get("ETag") ?? "";
  const headers = { "If-None-Match": etag };
  expect((await site.fetch(path, { method: "HEAD", headers })).status).toBe(304);
  expect((await site.fetch(path, { headers })).status).toBe(304);
  // The keep-alive connection is still in sync: the next response is complete.
  expect(await (await site.fetch("/api/products")).json()).toEqual([]);
});
