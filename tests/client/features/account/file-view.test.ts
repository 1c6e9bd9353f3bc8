import { expect, test } from "vitest";
import {
  inChosenPaper,
  problemText,
  progressText,
  viewFile,
  viewFiles,
  listFiles,
} from "../../../../client/features/account/offline/file-view.ts";
import type { Job, LibraryState } from "../../../../client/pwa/library/state.ts";
import type { SavedFile, ListedFile } from "../../../../client/device/library-database.ts";
import { aBoughtProduct, aFile } from "../../fixtures.ts";

const aListedFile = (changes: Partial<ListedFile> = {}): ListedFile => ({
  ...aFile(changes),
  productName: "Premium Pack",
});
const aSaved = (changes: Partial<SavedFile> = {}): SavedFile => {
  const { url: path, ...file } = aListedFile();
  return { ...file, path, savedAt: 1_795_000_000_000, ...changes };
};
const aJob = (changes: Partial<Job> = {}): Job => ({
  file: aListedFile(),
  state: "saving",
  received: 0,
  ...changes,
});

type Stored = { saved?: SavedFile[]; jobs?: Job[]; updatable?: number[] };

const aState = ({ saved = [], jobs = [], updatable = [] }: Stored = {}): LibraryState => ({
  ready: true,
  saved: new Map(saved.map((file) => [file.id, file])),
  jobs: new Map(jobs.map((job) => [job.file.id, job])),
  persisted: false,
  updatable,
});

test.each<[string, Stored]>([
  ["none", {}],
  ["none", { saved: [aSaved({ id: 8 })] }],
  ["waiting", { jobs: [aJob({ state: "waiting" })] }],
  ["failed", { jobs: [aJob({ state: "failed", problem: "full" })] }],
  ["saved", { saved: [aSaved()] }],
  ["outdated", { saved: [aSaved()], updatable: [7] }],
  ["saving", { saved: [aSaved()], jobs: [aJob()], updatable: [7] }],
])("a file is %s: %j", (state, stored) => {
  const copy = stored.saved?.find(({ id }) => id === 7);
  expect(viewFile(7, aState(stored))).toMatchObject({ state, ...(copy && { saved: copy }) });
});

test("several files count saved and received bytes once, and list what to do", () => {
  const files = [1, 2, 3, 4, 5, 6].map((id) => aListedFile({ id, bytes: 1000 }));
  const fileOf = (id: number) => files[id - 1] as ListedFile;
  const state = aState({
    saved: [1, 2, 9].map((id) => aSaved({ id, bytes: 1000 })),
    jobs: [
      aJob({ file: fileOf(3), received: 250 }),
      aJob({ file: fileOf(4), received: 9000 }),
      aJob({ file: fileOf(5), state: "failed", problem: "gone" }),
    ],
    updatable: [2],
  });
  expect(viewFiles(files, state)).toMatchObject({
    received: 2250,
    total: 6000,
    active: true,
    failed: [{ file: { id: 5 } }],
    missing: [{ id: 6 }],
    outdated: [{ id: 2 }],
  });
  expect(viewFiles(files.slice(4), state).active).toBe(false);
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
  [320_400, 820_000, "320 of 820 kB"],
  [12_400_000, 38_000_000, "12.4 of 38 MB"],
  [999_999, 1_400_000, "1.0 of 1.4 MB"],
])("%i of %i bytes are %j", (received, total, text) => {
  expect(progressText(received, total)).toBe(text);
});

test.each<[Partial<Job>, string]>([
  [{ problem: "full", neededBytes: 31_000_000 }, "This device is full: 31 MB more is needed."],
  [{ problem: "full" }, "This device is full. Free some space and try again."],
  [{ problem: "damaged" }, "The file arrived damaged."],
])("a job that failed with %j", (job, text) => {
  expect(problemText(aJob({ state: "failed", ...job }))).toBe(text);
});
