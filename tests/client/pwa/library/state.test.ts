import { expect, test } from "vitest";
import {
  EMPTY_LIBRARY,
  type Job,
  type LibraryEvent,
  libraryReducer,
  toLibraryState,
} from "../../../../client/pwa/library/state.ts";
import { listedFile, savedFile } from "./files.ts";

const after = (...events: LibraryEvent[]) =>
  toLibraryState(events.reduce(libraryReducer, EMPTY_LIBRARY));
const changed = (changes: Extract<LibraryEvent, { type: "changed" }>["changes"]): LibraryEvent => ({
  type: "changed",
  changes,
});

test("a requested file waits until the downloading tab reports a job for it", () => {
  const requested = [listedFile(1), listedFile(2)];
  const job: Job = { file: listedFile(2), state: "saving", received: 5 };
  const { jobs } = after(changed({ requested, jobs: new Map([[2, job]]) }));
  expect([...jobs.values()].map(({ state }) => state)).toEqual(["waiting", "saving"]);
  expect(after(changed({ jobs: new Map([[2, job]]) })).jobs.size).toBe(0);
});

test("a request that a full device could not store fails until it is cleared", () => {
  const rejected: LibraryEvent = { type: "rejected", files: [listedFile(3)] };
  expect(after(rejected, rejected).jobs.get(3)).toMatchObject({
    state: "failed",
    problem: "full",
    neededBytes: 100,
  });
  expect(after(rejected, { type: "cleared", ids: [3] }).jobs.size).toBe(0);
});

test("saved files with another hash in the list are updatable", () => {
  const listed = [listedFile(1, { sha256: "new" }), listedFile(2)];
  expect(after(changed({ saved: [savedFile(1), savedFile(2)], listed })).updatable).toEqual([1]);
});
