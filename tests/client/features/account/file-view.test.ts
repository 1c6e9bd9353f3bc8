import { describe, expect, test } from "vitest";
import {
  inChosenPaper,
  problemText,
  progressText,
  viewFile,
  viewFiles,
  listFiles,
} from "../../../../client/features/account/offline/file-view.ts";
import type {
  Job,
  LibraryState,
  SavedFile,
  ListedFile,
} from "../../../../client/pwa/library/state.ts";
import { aBoughtProduct, aFile } from "../../fixtures.ts";

const aListedFile = (changes: Partial<ListedFile> = {}): ListedFile => ({
  ...aFile(),
  productName: "Premium Pack",
  ...changes,
});

function aSaved(changes: Partial<SavedFile> = {}): SavedFile {
  const { url, ...file } = aListedFile();
  return { ...file, path: url, savedAt: 1_795_000_000_000, ...changes };
}

const aJob = (changes: Partial<Job> = {}): Job => ({
  file: aListedFile(),
  state: "saving",
  received: 0,
  ...changes,
});

type Kept = { saved?: SavedFile[]; jobs?: Job[]; updatable?: number[] };

const aState = ({ saved = [], jobs = [], updatable = [] }: Kept = {}): LibraryState => ({
  ready: true,
  saved: new Map(saved.map((file) => [file.id, file])),
  jobs: new Map(jobs.map((job) => [job.file.id, job])),
  persisted: false,
  updatable,
});

describe("one file", () => {
  test.each<[string, Kept]>([
    ["none", {}],
    ["none", { saved: [aSaved({ id: 8 })] }],
    ["waiting", { jobs: [aJob({ state: "waiting" })] }],
    ["saving", { jobs: [aJob()] }],
    ["failed", { jobs: [aJob({ state: "failed", problem: "full" })] }],
    ["saved", { saved: [aSaved()] }],
    ["outdated", { saved: [aSaved()], updatable: [7] }],
  ])("is %s", (state, kept) => {
    expect(viewFile(7, aState(kept)).state).toBe(state);
  });

  test("that is being replaced still has its copy", () => {
    for (const state of ["waiting", "saving", "failed"] as const) {
      const kept = { saved: [aSaved()], jobs: [aJob({ state })], updatable: [7] };
      expect(viewFile(7, aState(kept))).toMatchObject({ state, saved: { id: 7 } });
    }
  });
});

describe("some files together", () => {
  const files = [1, 2, 3, 4].map((id) => aListedFile({ id, bytes: 1000 }));
  const at = (index: number) => files[index] as ListedFile;

  test("count saved and received bytes once", () => {
    const state = aState({
      saved: [aSaved({ id: 1, bytes: 1000 }), aSaved({ id: 9, bytes: 5000 })],
      jobs: [aJob({ file: at(1), received: 250 }), aJob({ file: at(2), received: 9000 })],
    });
    expect(viewFiles(files, state)).toMatchObject({ received: 2250, total: 4000, active: true });
  });

  test("are missing only if not requested", () => {
    const state = aState({
      saved: [aSaved({ id: 1 }), aSaved({ id: 2 })],
      jobs: [aJob({ file: at(2), state: "failed", problem: "gone" })],
      updatable: [2],
    });
    const view = viewFiles(files, state);
    expect(view.active).toBe(false);
    expect(view.missing.map(({ id }) => id)).toEqual([4]);
    expect(view.failed.map(({ file }) => file.id)).toEqual([3]);
    expect(view.outdated.map(({ id }) => id)).toEqual([2]);
  });

  test("a replaced file begins anew", () => {
    const state = aState({ saved: [aSaved({ id: 1, bytes: 1000 })], updatable: [1] });
    expect(viewFiles(files, state).received).toBe(0);
  });
});

test("each file is listed once, with the name of a product", () => {
  const shared = aFile({ id: 1 });
  const purchases = [
    aBoughtProduct({ files: [shared, aFile({ id: 2 })] }),
    aBoughtProduct({ productName: "Bundle", files: [shared] }),
  ];
  expect(listFiles(purchases).map(({ id }) => id)).toEqual([1, 2]);
});

test("one file of each printable: in the chosen paper size, else the first", () => {
  const files = [
    aListedFile({ id: 1, title: "Month 1 (A4)", paper: "a4" }),
    aListedFile({ id: 2, title: "Month 1 (US Letter)", paper: "letter" }),
    aListedFile({ id: 3, title: "Poster", paper: null }),
    aListedFile({ id: 4, title: "Map (A4)", paper: "a4" }),
  ];
  const ids = (paper: "a4" | "letter" | undefined) =>
    inChosenPaper(files, paper).map(({ id }) => id);
  expect(ids("letter")).toEqual([2, 3, 4]);
  expect(ids("a4")).toEqual([1, 3, 4]);
  expect(ids(undefined)).toEqual([1, 3, 4]);
});

test.each([
  [0, 820_000, "0 of 820 kB"],
  [320_400, 820_000, "320 of 820 kB"],
  [0, 38_000_000, "0.0 of 38 MB"],
  [12_400_000, 38_000_000, "12.4 of 38 MB"],
  [999_999, 1_400_000, "1.0 of 1.4 MB"],
  [38_000_000, 38_000_000, "38.0 of 38 MB"],
])("%i of %i bytes are %j", (received, total, text) => {
  expect(progressText(received, total)).toBe(text);
});

test("a full device reports the missing bytes if known", () => {
  const full = { state: "failed", problem: "full" } as const;
  expect(problemText(aJob({ ...full, neededBytes: 31_000_000 }))).toBe(
    "This device is full: 31 MB more is needed.",
  );
  expect(problemText(aJob(full))).toBe("This device is full: more room is needed.");
  expect(problemText(aJob({ state: "failed", problem: "damaged" }))).toBe(
    "The file arrived damaged.",
  );
});
