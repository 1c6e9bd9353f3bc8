import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ChunkError, reloadForNewBuild } from "../../../client/lib/page-errors.ts";

const reload = vi.fn();
const head = vi.fn<typeof fetch>();

beforeEach(() => {
  const notes = new Map<string, string>();
  vi.stubGlobal("location", { href: "https://papercub.example/downsell", reload });
  vi.stubGlobal("fetch", head);
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => notes.get(key) ?? null,
    setItem: (key: string, value: string) => notes.set(key, value),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

/** The error of a page whose code the browser could not load. */
function lostCode(file = "downsell-1.js"): Error {
  return new ChunkError(
    new TypeError(`Failed to fetch dynamically imported module: /assets/${file}`),
  );
}

test("a page whose code did not come stays while the shop does not answer", async () => {
  head.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await reloadForNewBuild(lostCode());
  head.mockResolvedValueOnce(new Response(null, { status: 502 }));
  await reloadForNewBuild(lostCode());
  expect(reload).not.toHaveBeenCalled();
});

test("any other failure stays, and asks for nothing", async () => {
  await reloadForNewBuild(new Error("undefined is not a function"));
  await reloadForNewBuild(undefined);
  expect(head).not.toHaveBeenCalled();
  expect(reload).not.toHaveBeenCalled();
});

test("replaced code loads the page anew, once for each file", async () => {
  head.mockImplementation(async () => new Response(null));
  await reloadForNewBuild(lostCode());
  await reloadForNewBuild(lostCode());
  expect(reload).toHaveBeenCalledOnce();
  await reloadForNewBuild(lostCode("upsell2-1.js"));
  expect(reload).toHaveBeenCalledTimes(2);
});

test("a browser that notes nothing is never sent round in circles", async () => {
  head.mockImplementation(async () => new Response(null));
  vi.stubGlobal("sessionStorage", undefined);
  await reloadForNewBuild(lostCode());
  expect(reload).not.toHaveBeenCalled();
});
