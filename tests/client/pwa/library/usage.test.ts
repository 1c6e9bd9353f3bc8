import { expect, test, vi } from "vitest";
import { estimateRoom, usageOf } from "../../../../client/pwa/library/usage.ts";
import { savedFile } from "./files.ts";

test("what is used is the sum of our own index", () => {
  expect(usageOf([])).toEqual({ files: 0, bytes: 0 });
  const saved = new Map([1, 2].map((id) => [id, savedFile(id, { bytes: id * 1000 })]));
  expect(usageOf(saved.values())).toEqual({ files: 2, bytes: 3000 });
});

test.each([
  [undefined, undefined],
  [{}, undefined],
  [{ quota: 10 }, undefined],
  [{ quota: 10, usage: 4 }, 6],
  [{ quota: 10, usage: 12 }, 0],
])("an estimate of %o leaves room for %o bytes", async (estimate, room) => {
  vi.stubGlobal("navigator", { storage: estimate && { estimate: async () => estimate } });
  expect(await estimateRoom()).toBe(room);
});
