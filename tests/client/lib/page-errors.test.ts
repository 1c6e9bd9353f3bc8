import { beforeEach, expect, test, vi } from "vitest";
import { ChunkError, reloadForNewBuild } from "../../../client/lib/page-errors.ts";
import { aStorage } from "../tracking/fakes.ts";

const reload = vi.fn();
const fetching = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.resetAllMocks();
  fetching.mockImplementation(async () => new Response(null));
  vi.stubGlobal("location", { href: "https://papercub.example/downsell", reload });
  vi.stubGlobal("fetch", fetching);
  vi.stubGlobal("sessionStorage", aStorage());
});

const lostChunk = (file = "downsell-1.js") => new ChunkError(new TypeError(`/assets/${file}`));

test("a missing chunk reloads the page once per chunk", async () => {
  await reloadForNewBuild(lostChunk());
  await reloadForNewBuild(lostChunk());
  expect(reload).toHaveBeenCalledOnce();
  await reloadForNewBuild(lostChunk("upsell2-1.js"));
  expect(reload).toHaveBeenCalledTimes(2);
});

test("the page is not reloaded while the server does not answer", async () => {
  fetching.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await reloadForNewBuild(lostChunk());
  fetching.mockResolvedValueOnce(new Response(null, { status: 502 }));
  await reloadForNewBuild(lostChunk());
  expect(reload).not.toHaveBeenCalled();
});

test("the page is not reloaded without storage, which would repeat it", async () => {
  vi.stubGlobal("sessionStorage", undefined);
  await reloadForNewBuild(lostChunk());
  expect(reload).not.toHaveBeenCalled();
});

test("other errors do not ask the server", async () => {
  await reloadForNewBuild(new Error("undefined is not a function"));
  expect(fetching).not.toHaveBeenCalled();
});
