import { expect, test, vi } from "vitest";

test("no module reads a text when it loads, because a later change would not be seen", async () => {
  vi.resetModules();
  const { setTexts } = await import("../../../server/contract/words.ts");
  const read = new Set<string>();
  const note = (_: object, name: string | symbol) => void read.add(String(name));
  setTexts({ texts: new Proxy({}, { get: note }), brand: "", supportEmail: "" });
  const { pages } = await import("../../../client/app/pages.ts");
  await Promise.all(Object.values(pages).map((load) => load()));
  await import("../../../client/app/entry-server.tsx");
  await import("../../../client/tracking/tracking-code.ts");
  await import("../../../server/mails/send.ts");
  expect([...read]).toEqual([]);
});
