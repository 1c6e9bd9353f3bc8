import {
  formatBytes,
  groupByTitle,
  LEAST_MB,
  totalBytes,
} from "../../../../server/contract/files.ts";
import type { PurchasedProduct } from "../../../../server/contract/answers.ts";
import type { Paper } from "../../../../server/contract/site.ts";
import { currentLanguage, fill } from "../../../../server/contract/words.ts";
import { accountOfflineWords } from "../../../content/account.ts";
import { inPaperOrder } from "../../../lib/use-paper.ts";
import type { Job, LibraryState } from "../../../pwa/library/state.ts";
import type { SavedFile, ListedFile } from "../../../device/library-database.ts";
import { purchaseName } from "../purchase-rules.ts";

/** Lists the files of all purchases without duplicates. */
export function listFiles(purchases: PurchasedProduct[]): ListedFile[] {
  const wanted = purchases.flatMap((purchase) =>
    purchase.files.map((file) => ({ ...file, productName: purchaseName(purchase) })),
  );
  return [...new Map(wanted.map((file) => [file.id, file])).values()];
}

/** Returns one file per printable: in the preferred paper size, or else the first. */
export function inChosenPaper(files: ListedFile[], paper: Paper | undefined): ListedFile[] {
  const firsts = groupByTitle(files).map((group) => inPaperOrder(group.files, paper)[0]?.id);
  return files.filter(({ id }) => firsts.includes(id));
}

/** Save status of a file. A running job may be updating a copy that is still usable. */
export type FileView =
  | { state: "none"; job?: undefined; saved?: undefined }
  | { state: "waiting" | "saving" | "failed"; job: Job; saved?: SavedFile | undefined }
  | { state: "saved" | "outdated"; job?: undefined; saved: SavedFile };

/** Returns the save status of a file on this device. */
export function viewFile(id: number, { saved, jobs, updatable }: LibraryState): FileView {
  const copy = saved.get(id);
  const job = jobs.get(id);
  if (job) return { state: job.state, job, saved: copy };
  if (!copy) return { state: "none" };
  return { state: updatable.includes(id) ? "outdated" : "saved", saved: copy };
}

/**
 * Combined save status of distinct files: bytes `received` of `total`, whether any download is
 * queued or running (`active`), failed jobs, and files that are not requested or have an update.
 */
export function viewFiles(files: ListedFile[], state: LibraryState) {
  const views = files.map((file) => ({ file, ...viewFile(file.id, state) }));
  const filesIn = (wanted: FileView["state"]) =>
    views.filter(({ state }) => state === wanted).map(({ file }) => file);
  const received = views.map(({ state, job, file: { bytes } }) =>
    state === "saved" ? bytes : Math.min(job?.received ?? 0, bytes),
  );
  return {
    received: received.reduce((sum, bytes) => sum + bytes, 0),
    total: totalBytes(files),
    active: views.some(({ state }) => state === "waiting" || state === "saving"),
    failed: views.flatMap(({ state, job }) => (state === "failed" ? job : [])),
    missing: filesIn("none"),
    outdated: filesIn("outdated"),
  };
}

/** Total size of the saved files. */
export function savedBytes({ saved }: LibraryState): number {
  return [...saved.values()].reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Progress in the unit of the total: "12.4 of 38 MB", "320 of 820 kB". */
export function progressText(received: number, total: number): string {
  const isMb = total >= LEAST_MB;
  const digits = isMb ? 1 : 0;
  const number = (received / (isMb ? 1e6 : 1e3)).toLocaleString(currentLanguage(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return fill(accountOfflineWords.progress, { received: number, total: formatBytes(total) });
}

/** Reason of a failed job, as a sentence. */
export function problemText({ problem = "offline", neededBytes }: Job): string {
  const { problems } = accountOfflineWords;
  return problem === "full" && neededBytes
    ? fill(problems.fullBy, { size: formatBytes(neededBytes) })
    : problems[problem];
}
