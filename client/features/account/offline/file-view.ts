import { groupByTitle, totalBytes, formatBytes } from "../../../../server/contract/format.ts";
import type { Paper, PurchasedProduct } from "../../../../server/contract/answers.ts";
import { offlineWords } from "../../../content/offline.ts";
import { inPaperOrder } from "../../../lib/use-paper.ts";
import type { Job, LibraryState, SavedFile, ListedFile } from "../../../pwa/library/state.ts";
import { purchaseName } from "../purchase-rules.ts";

/** Files of the purchases, each once. */
export function listFiles(purchases: PurchasedProduct[]): ListedFile[] {
  const wanted = purchases.flatMap((purchase) =>
    purchase.files.map((file) => ({ ...file, productName: purchaseName(purchase) })),
  );
  return [...new Map(wanted.map((file) => [file.id, file])).values()];
}

/** One file of each printable: in the chosen paper size, or else the first. */
export function inChosenPaper(files: ListedFile[], paper: Paper | undefined): ListedFile[] {
  const firsts = groupByTitle(files).map((group) => inPaperOrder(group.files, paper)[0]?.id);
  return files.filter(({ id }) => firsts.includes(id));
}

export type FileView =
  | { state: "none" }
  | { state: "waiting" | "saving" | "failed"; job: Job; saved: SavedFile | undefined }
  | { state: "saved" | "outdated"; saved: SavedFile };

/** State of a file on this device. A copy that is being replaced is still usable. */
export function viewFile(id: number, { saved, jobs, updatable }: LibraryState): FileView {
  const copy = saved.get(id);
  const job = jobs.get(id);
  if (job) return { state: job.state, job, saved: copy };
  if (!copy) return { state: "none" };
  return { state: updatable.includes(id) ? "outdated" : "saved", saved: copy };
}

export type FilesView = {
  /** Bytes on this device, of `total`. */
  received: number;
  total: number;
  /** Whether any file is waiting or being saved. */
  active: boolean;
  failed: Job[];
  /** Neither saved nor requested. */
  missing: ListedFile[];
  outdated: ListedFile[];
};

/** State of several distinct files together. */
export function viewFiles(files: ListedFile[], state: LibraryState): FilesView {
  const seen = files.map((file) => ({ file, view: viewFile(file.id, state) }));
  const received = seen.reduce((sum, { file, view }) => sum + receivedOf(file, view), 0);
  const inState = (...states: FileView["state"][]) =>
    seen.filter(({ view }) => states.includes(view.state));
  return {
    received,
    total: totalBytes(files),
    active: inState("waiting", "saving").length > 0,
    failed: inState("failed").flatMap(({ view }) => ("job" in view ? [view.job] : [])),
    missing: inState("none").map(({ file }) => file),
    outdated: inState("outdated").map(({ file }) => file),
  };
}

function receivedOf({ bytes }: ListedFile, view: FileView): number {
  if (view.state === "saved") return bytes;
  return "job" in view ? Math.min(view.job.received, bytes) : 0;
}

/** Total size of the saved files. */
export function savedBytes({ saved }: LibraryState): number {
  return [...saved.values()].reduce((sum, { bytes }) => sum + bytes, 0);
}

const BYTES_PER_MB = 1_000_000;
const BYTES_PER_KB = 1000;

/** Progress in the unit of the total: "12.4 of 38 MB", "320 of 820 kB". */
export function progressText(received: number, total: number): string {
  const whole = formatBytes(total);
  const part = whole.endsWith("MB")
    ? (received / BYTES_PER_MB).toFixed(1)
    : String(Math.round(received / BYTES_PER_KB));
  return `${part} of ${whole}`;
}

/** Reason of a failed job, as a sentence. */
export function problemText({ problem = "offline", neededBytes }: Job): string {
  const { problems } = offlineWords;
  return problem === "full" ? problems.full(neededBytes) : problems[problem];
}
