import { expect, test } from "vitest";
import { createTestApp } from "../../support/create-test-app.ts";
import { listen } from "../../support/listen.ts";
import { prepareText } from "../../../server/http/prepared.ts";

const PAGE = `<p>${"A page of many bytes: ä. ".repeat(200)}</p>`;

const ANSWER = { html: PAGE, indexable: true, personal: false, tracked: true };

function openSite() {
  const t = createTestApp({
    web: {
      render: async ({ url }) =>
        url === "/old" ? { ...ANSWER, status: 308, location: "/" } : { ...ANSWER, status: 200 },
      served: [{ path: "/", indexable: true, shared: true }],
      assets: { scripts: [], styles: [], preloads: [] },
      statics: new Map([["/a-file.txt", prepareText(PAGE, { "Content-Type": "text/plain" })]]),
    },
  });
  return listen(t);
}

const PATHS = [
  "/api/nothing",
  "/assets/nothing.js",
  "/",
  "/privacy",
  "/login",
  "/api/products",
  "/a-file.txt",
  "/robots.txt",
];
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
  const init: RequestInit = { redirect: "manual" };
  const get = await site.fetch("/old", init);
  const head = await site.fetch("/old", { ...init, method: "HEAD" });
  expect([get.status, head.status]).toEqual([308, 308]);
  expect(head.headers.get("Content-Length")).toBe("0");
  expect(get.headers.get("Content-Length")).toBe("0");
});

test.each(["/", "/api/products"])("HEAD of an unchanged %s is 304", async (path) => {
  const site = openSite();
  const etag = (await site.fetch(path)).headers.get("ETag") ?? "";
  const headers = { "If-None-Match": etag };
  expect((await site.fetch(path, { method: "HEAD", headers })).status).toBe(304);
  expect((await site.fetch(path, { headers })).status).toBe(304);
  // The connection is still in step: what follows is a whole answer.
  expect(await (await site.fetch("/api/products")).json()).toEqual([]);
});
