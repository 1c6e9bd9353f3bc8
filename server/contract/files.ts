import type { PurchasedFile } from "./answers.ts";
import { ENGLISH } from "./language.ts";
import type { Paper } from "./site.ts";
import { currentLanguage } from "./words.ts";

const BYTES_PER_KB = 1000;
const BYTES_PER_MB = 1_000_000;
const BYTES_PER_GB = 1_000_000_000;
/** Smallest size shown in MB, because it would round to 1000 kB. */
export const LEAST_MB = 999_500;

export const PAPER_NAMES = { a4: "A4", letter: "US Letter" } as const satisfies Record<
  Paper,
  string
>;

/** Returns the paper size with this name in forms and addresses; undefined for other texts. */
export function readPaperName(text: string | undefined): Paper | undefined {
  return text === "a4" || text === "letter" ? text : undefined;
}

/** Maps each paper size to the other one. */
export const OTHER_PAPER = { a4: "letter", letter: "a4" } as const satisfies Record<Paper, Paper>;

/** Formats a size in decimal units, as file managers do: "820 kB", "1.4 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < LEAST_MB) {
    return withUnit(Math.max(1, Math.round(bytes / BYTES_PER_KB)), "kilobyte");
  }
  const megabytes = bytes / BYTES_PER_MB;
  return withUnit(megabytes, "megabyte", megabytes < 10 ? 1 : 0);
}

const SHORT_UNITS = { kilobyte: "kB", megabyte: "MB" } as const;

function withUnit(value: number, unit: keyof typeof SHORT_UNITS, digits = 0): string {
  const language = currentLanguage();
  if (language === ENGLISH) return `${value.toFixed(digits)} ${SHORT_UNITS[unit]}`;
  return value.toLocaleString(language, {
    style: "unit",
    unit,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

export function titleWithoutPaper({
  title,
  paper,
}: {
  title: string;
  paper: Paper | null;
}): string {
  const suffix = paper ? ` (${PAPER_NAMES[paper]})` : "";
  return suffix && title.endsWith(suffix) ? title.slice(0, -suffix.length) : title;
}

/** Leaves out files of the other paper size whose printable exists in this one. */
export function filesInPaper<File extends { title: string; paper: Paper | null }>(
  files: File[],
  paper: Paper,
): File[] {
  const titles = new Set(files.filter((file) => file.paper === paper).map(titleWithoutPaper));
  const isOther = (file: File) => file.paper !== null && file.paper !== paper;
  return files.filter((file) => !isOther(file) || !titles.has(titleWithoutPaper(file)));
}

/** Formats the size of a disk or an archive: "0.5 MB", "820 MB", "78 GB". */
export function formatRoom(bytes: number): string {
  if (bytes < BYTES_PER_GB)
    return `${(bytes / BYTES_PER_MB).toFixed(bytes < 10 * BYTES_PER_MB ? 1 : 0)} MB`;
  return `${(bytes / BYTES_PER_GB).toFixed(bytes < 10 * BYTES_PER_GB ? 1 : 0)} GB`;
}

export type FileGroup = { title: string; files: PurchasedFile[] };

export function groupByTitle(files: PurchasedFile[]): FileGroup[] {
  const groups = new Map<string, FileGroup>();
  for (const file of files) {
    const title = titleWithoutPaper(file);
    const group = groups.get(title) ?? { title, files: [] };
    group.files.push(file);
    groups.set(title, group);
  }
  return [...groups.values()];
}

export function totalBytes(files: PurchasedFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
