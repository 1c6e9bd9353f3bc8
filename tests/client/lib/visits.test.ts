import { beforeEach, expect, test, vi } from "vitest";

const PATH = "/privacy";

/** Loads the module in a document with this delivery type. Returns the sent steps. */
async function openDocument(entries: { deliveryType?: string }[]) {
  const sent: [url: string, body: Blob][] = [];
  vi.stubGlobal("document", { referrer: "https://blog.example/" });
  vi.stubGlobal("location", { pathname: PATH, search: "?utm_source=a" });
  vi.stubGlobal("navigator", { sendBeacon: (...beacon: [string, Blob]) => sent.push(beacon) });
  const listed = entries.map((entry) => ({ toJSON: () => entry }) as PerformanceEntry);
  vi.spyOn(performance, "getEntriesByType").mockReturnValue(listed);
  return { sent, ...(await import("../../../client/lib/visits.ts")) };
}

beforeEach(() => {
  vi.resetModules();
  return () => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    // Other test files in this process must not reuse this module.
    vi.resetModules();
  };
});

test.each([[[]], [[{}]], [[{ deliveryType: "" }]], [[{ deliveryType: "cache" }]]])(
  "the server counts a document with the entries %j",
  async (entries) => {
    const { countPrefetched, sent } = await openDocument(entries);
    countPrefetched();
    expect(sent).toEqual([]);
  },
);

test("a prefetched document is reported with its source", async () => {
  const { countPrefetched, sent } = await openDocument([{ deliveryType: "navigational-prefetch" }]);
  vi.stubGlobal("location", { pathname: PATH, search: "" });
  countPrefetched();
  const [[url, body] = []] = sent;
  expect([sent.length, url]).toEqual([1, "/api/visits"]);
  expect(body?.type).toMatch(/^application\/json/);
  expect(JSON.parse((await body?.text()) ?? "")).toEqual({
    step: "page",
    path: PATH,
    referrer: "https://blog.example/",
    query: "?utm_source=a",
  });
});
