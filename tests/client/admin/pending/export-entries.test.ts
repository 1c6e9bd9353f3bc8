import { expect, test } from "vitest";
import { unsentJson } from "../../../../client/admin/pending/export-entries.ts";
import type { Entry } from "../../../../client/admin/offline/entry.ts";

const AT = Date.parse("2026-11-22T12:00:00Z");
const SENT = { n: 1, key: "k", at: AT, tries: 0, state: "waiting" } as const;
const parse = (...given: Parameters<typeof unsentJson>) => JSON.parse(unsentJson(...given));

test("an edit is exported with its values, what they held before, and why it waits", () => {
  const theirs = { current: { id: 4, version: 3, price: 5 }, changedBy: "user:2" };
  const entries: Entry[] = [
    {
      ...SENT,
      kind: "update",
      table: "products",
      row: 4,
      label: "Premium Pack",
      version: 2,
      values: { price: 1900 },
      base: { price: 900 },
      state: "conflict",
      theirs,
    },
    { ...SENT, kind: "create", table: "users", row: -7, label: "Ann", values: { name: "Ann" } },
    { ...SENT, kind: "delete", table: "orders", row: 9, label: "#9", version: 5 },
    {
      ...SENT,
      kind: "upload",
      table: "uploads",
      row: -8,
      label: "bear.png",
      upload: "media",
      url: "/uploads/ab/bear.png",
    },
  ];
  const at = "2026-11-22T12:00:00.000Z";
  expect(parse({ entries }, new Date(AT + 1000))).toEqual({
    exportedAt: "2026-11-22T12:00:01.000Z",
    edits: [
      {
        table: "products",
        row: 4,
        label: "Premium Pack",
        kind: "update",
        values: { price: 1900 },
        base: { price: 900 },
        version: 2,
        state: "conflict",
        at,
        theirs,
      },
      {
        table: "users",
        row: -7,
        label: "Ann",
        kind: "create",
        values: { name: "Ann" },
        state: "waiting",
        at,
      },
      {
        table: "orders",
        row: 9,
        label: "#9",
        kind: "delete",
        version: 5,
        state: "waiting",
        at,
      },
      {
        table: "uploads",
        row: -8,
        label: "bear.png",
        kind: "upload",
        upload: "media",
        url: "/uploads/ab/bear.png",
        state: "waiting",
        at,
      },
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
