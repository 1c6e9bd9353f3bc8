import { groupByTitle, totalBytes } from "../../../../server/contract/files.ts";
import { formatBytes } from "../../../../server/contract/format.ts";
import type { Paper, PurchasedProduct } from "../../../../server/contract/answers.ts";
import { offlineWords } from "../../../content/offline.ts";
import { inPaperOrder } from "../../../lib/use-paper.ts";
import type { Job, LibraryState, SavedFile, Wanted } from "../../../pwa/library/state.ts";
import { purchaseName } from "../purchase-rules.ts";

/** The files of purchases for the library, each once. */
export function wantedOf(purchases: PurchasedProduct[]): Wanted[] {
  const wanted = purchases.flatMap((purchase) =>
    purchase.files.map((file) => ({ ...file, productName: purchaseName(purchase) })),
  );
  return [...new Map(wanted.map((file) => [file.id, file])).values()];
}

/** One file of each printable: in the chosen paper, or in the one there is. */
export function inChosenPaper(files: Wanted[], paper: Paper | undefined): Wanted[] {
  const firsts = groupByTitle(files).map((group) => inPaperOrder(group.files, paper)[0]?.id);
  return files.filter(({ id }) => firsts.includes(id));
}

/** What is to be shown of a file: on its way here or failed, kept here, or only at the shop. */
export type FileView =
  | { state: "none" }
  | { state: "waiting" | "saving" | "failed"; job: Job; saved: SavedFile | undefined }
  | { state: "saved" | "outdated"; saved: SavedFile };

/** How a file stands with this device. A copy that is being replaced is still there. */
export function viewFile(id: number, { saved, jobs, updatable }: LibraryState): FileView {
  const copy = saved.get(id);
  const job = jobs.get(id);
  if (job) return { state: job.state, job, saved: copy };
  if (!copy) return { state: "none" };
  return { state: updatable.includes(id) ? "outdated" : "saved", saved: copy };
}

/** How far some files are on this device. */
export type FilesView = {
  /** Bytes that are here, of what all of them have. */
  received: number;
  total: number;
  /** Whether any of them is waiting or on its way. */
  active: boolean;
  failed: Job[];
  /** Neither here nor on their way. */
  missing: Wanted[];
  outdated: Wanted[];
};

/** How some files, each given once, stand with this device together. */
export function viewFiles(files: Wanted[], state: LibraryState): FilesView {
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

function receivedOf({ bytes }: Wanted, view: FileView): number {
  if (view.state === "saved") return bytes;
  return "job" in view ? Math.min(view.job.received, bytes) : 0;
}

/** What all saved files take on this device. */
export function savedBytes({ saved }: LibraryState): number {
  return [...saved.values()].reduce((sum, { bytes }) => sum + bytes, 0);
}

const BYTES_PER_MB = 1_000_000;
const BYTES_PER_KB = 1000;

/** Bytes on their way, in the unit of all of them: "12.4 of 38 MB", "320 of 820 kB". */
export function progressText(received: number, total: number): string {
  const whole = formatBytes(total);
  const part = whole.endsWith("MB")
    ? (received / BYTES_PER_MB).toFixed(1)
    : String(Math.round(received / BYTES_PER_KB));
  return `${part} of ${whole}`;
}

/** Why a file could not be saved, in one sentence. */
export function problemText({ problem = "offline", neededBytes }: Job): string {
  const { problems } = offlineWords;
  return problem === "full" ? problems.full(neededBytes) : problems[problem];
}
