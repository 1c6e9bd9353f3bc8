import { expect, test } from "vitest";
import { unsentJson } from "../../../../client/admin/pending/export-entries.ts";
import type { Entry } from "../../../../client/admin/offline/entry.ts";

const AT = Date.parse("2026-11-22T12:00:00Z");
const SENT = { n: 1, key: "k", at: AT, tries: 0, state: "waiting" } as const;
const parse = (...given: Parameters<typeof unsentJson>) => JSON.parse(unsentJson(...given));

test("an edit is exported with its values, what they held before, and why it waits", () => {
  const update = {
    kind: "update",
    table: "products",
    row: 4,
    label: "Premium Pack",
    version: 2,
    values: { price: 1900 },
    base: { price: 900 },
    state: "conflict",
    theirs: { current: { id: 4, version: 3, price: 5 }, changedBy: "user:2" },
  } as const;
  const upload = {
    kind: "upload",
    table: "uploads",
    row: -8,
    label: "bear.png",
    upload: "media",
    url: "/uploads/ab/bear.png",
    state: "waiting",
  } as const;
  const entries: Entry[] = [
    { ...SENT, ...update },
    { ...SENT, ...upload },
  ];
  const at = "2026-11-22T12:00:00.000Z";
  expect(parse({ entries }, new Date(AT + 1000))).toEqual({
    exportedAt: "2026-11-22T12:00:01.000Z",
    edits: [
      { ...update, at },
      { ...upload, at },
    ],
    unfinished: [],
  });
});

test("a half-typed form is exported as it was typed", () => {
  const draft = {
    table: "products",
    row: 4,
    label: "Premium Pack",
    typed: { name: "Pre" },
    base: { name: "Premium Pack" },
  };
  const drafts = [{ ...draft, key: "products 4", version: 2, at: AT }];
  expect(parse({ entries: [], drafts }, new Date(AT)).unfinished).toEqual([
    { ...draft, version: 2, at: "2026-11-22T12:00:00.000Z" },
  ]);
});
