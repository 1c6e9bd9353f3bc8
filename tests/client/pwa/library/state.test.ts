import { expect, test } from "vitest";
import {
  EMPTY_LIBRARY,
  filesToRequest,
  type Job,
  type LibraryModel,
  pathOf,
  planSync,
  reconcile,
  toLibraryState,
} from "../../../../client/pwa/library/state.ts";
import { listedFile, savedFile } from "./files.ts";

const stateOf = (model: Partial<LibraryModel>) => toLibraryState({ ...EMPTY_LIBRARY, ...model });

test("a requested file waits until the downloading tab reports a job for it", () => {
  const requested = [listedFile(1), listedFile(2)];
  const job: Job = { file: listedFile(2), state: "saving", received: 5 };
  const jobs = new Map([[2, job]]);
  const states = [...stateOf({ requested, jobs }).jobs.values()].map(({ state }) => state);
  expect(states).toEqual(["waiting", "saving"]);
  expect(stateOf({ jobs }).jobs.size).toBe(0);
});

test("a request that a full device could not store has failed", () => {
  const failed = { state: "failed", problem: "full", neededBytes: 100 };
  expect(stateOf({ rejected: [listedFile(3)] }).jobs.get(3)).toMatchObject(failed);
});

test("only another hash in the list makes a saved file updatable", () => {
  const saved = [1, 2, 3, 4].map((id) => savedFile(id));
  const listed = [
    listedFile(1),
    listedFile(2, { sha256: "new" }),
    listedFile(3, { title: "Other" }),
  ];
  expect(stateOf({ saved, listed }).updatable).toEqual([2]);
});

test("a file is cached by its path without query", () => {
  expect(pathOf("/files/7/Hello.pdf?token=abc")).toBe("/files/7/Hello.pdf");
  expect(pathOf("https://shop.example/files/7/Hello.pdf")).toBe("/files/7/Hello.pdf");
});

test("evicted files are lost, contents without a row are strays", () => {
  const kept = savedFile(2);
  const stray = "/files/3/File-3.pdf";
  const found = reconcile([savedFile(1), kept], [kept.path, stray]);
  expect(found).toEqual({ saved: [kept], lost: [1], strays: [stray] });
});

test("current copies and requests are not requested again", () => {
  const changed = listedFile(3, { sha256: "new" });
  const files = [listedFile(1), listedFile(2), changed, listedFile(4), listedFile(4)];
  const present = { saved: [savedFile(1), savedFile(3)], requested: [listedFile(2)] };
  expect(filesToRequest(files, present)).toEqual([changed, listedFile(4)]);
});

test("unlisted files are removed", () => {
  const [saved, requested] = [[savedFile(1), savedFile(2)], [listedFile(3)]];
  const plan = planSync({ saved, requested, listed: [listedFile(1)] });
  expect(plan).toEqual({ removed: [2, 3], renamed: [], requested: [] });
});

test("a new name moves a saved file; a new version waits for the visitor", () => {
  const renamed = listedFile(1, { title: "New", url: "/files/1/New.pdf?token=b" });
  const replaced = listedFile(2, { sha256: "new", title: "New", url: "/files/2/New.pdf" });
  const [before, other] = [savedFile(1), savedFile(2)];
  const listed = [renamed, replaced];
  const plan = planSync({ saved: [before, other], requested: [], listed });
  const after = { ...before, title: "New", path: "/files/1/New.pdf" };
  expect(plan).toEqual({ removed: [], renamed: [{ before, after }], requested: [] });
});

test("requests are updated to the listed version", () => {
  const now = listedFile(1, { sha256: "new" });
  const requested = [{ ...listedFile(1), userKey: "u", order: 1 }, listedFile(2)];
  const plan = planSync({ saved: [], requested, listed: [now, listedFile(2)] });
  expect(plan.requested).toEqual([now]);
});
