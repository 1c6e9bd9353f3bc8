import { expect, test } from "vitest";
import {
  listUpdatable,
  pathOf,
  planSync,
  reconcile,
  filesToRequest,
} from "../../../../client/pwa/library/plan.ts";
import { savedFile, listedFile } from "./files.ts";

const wanted = (id: number, patch = {}) => listedFile(id, patch);
const saved = (id: number, patch = {}) => savedFile(id, patch);

test("a file is cached by its path without query", () => {
  expect(pathOf("/files/7/Hello.pdf?token=abc")).toBe("/files/7/Hello.pdf");
  expect(pathOf("https://shop.example/files/7/Hello.pdf")).toBe("/files/7/Hello.pdf");
});

test("evicted files are lost, contents without a row are strays", () => {
  const found = reconcile([saved(1), saved(2)], [saved(2).path, "/files/3/File-3.pdf"]);
  expect(found.saved.map(({ id }) => id)).toEqual([2]);
  expect(found.lost).toEqual([1]);
  expect(found.strays).toEqual(["/files/3/File-3.pdf"]);
});

test("current copies and requests are not requested again", () => {
  const files = [wanted(1), wanted(2), wanted(3, { sha256: "new" }), wanted(4), wanted(4)];
  const asked = filesToRequest(files, { saved: [saved(1), saved(3)], requested: [wanted(2)] });
  expect(asked.map(({ id }) => id)).toEqual([3, 4]);
});

test("only another hash makes a file updatable", () => {
  const current = [wanted(1), wanted(2, { sha256: "new" }), wanted(3, { title: "Other" })];
  expect(listUpdatable([saved(1), saved(2), saved(3), saved(4)], current)).toEqual([2]);
});

test("unlisted files are removed", () => {
  const plan = planSync({
    saved: [saved(1), saved(2)],
    requested: [wanted(3)],
    listed: [wanted(1)],
  });
  expect(plan).toEqual({ removed: [2, 3], renamed: [], requested: [] });
});

test("a new name moves a saved file; a new version waits for the visitor", () => {
  const renamed = wanted(1, { title: "New", url: "/files/1/New.pdf?token=b" });
  const replaced = wanted(2, { sha256: "new", title: "New", url: "/files/2/New.pdf" });
  const plan = planSync({
    saved: [saved(1), saved(2)],
    requested: [],
    listed: [renamed, replaced],
  });
  expect(plan.renamed).toEqual([
    { before: saved(1), after: { ...saved(1), title: "New", path: "/files/1/New.pdf" } },
  ]);
  expect(plan.removed).toEqual([]);
});

test("requests are updated to the listed version", () => {
  const now = wanted(1, { sha256: "new" });
  const asked = [{ ...wanted(1), userKey: "u", order: 1 }, wanted(2)];
  const plan = planSync({ saved: [], requested: asked, listed: [now, wanted(2)] });
  expect(plan.requested).toEqual([now]);
});
