import { type ComponentProps, type ReactNode, useId } from "react";
import { FileText } from "./icons.tsx";
import { countText } from "../../server/contract/format.ts";
import {
  type FileGroup,
  groupByTitle,
  formatBytes,
  PAPER_NAMES,
  totalBytes,
} from "../../server/contract/files.ts";
import type { PurchasedFile } from "../../server/contract/answers.ts";
import type { Paper } from "../../server/contract/site.ts";
import { fill } from "../../server/contract/words.ts";
import { fileWords } from "../content/parts.ts";
import { choosePaper, inPaperOrder, usePaper } from "../lib/use-paper.ts";

type FileListProps = {
  files: PurchasedFile[];
  className?: string;
  /** Renders a printable instead of the default links. */
  show?: ((group: FileGroup) => ReactNode) | undefined;
};

/** Text of the link to all files of a product. */
export function downloadAllText(files: PurchasedFile[]): string {
  return files.every(({ bytes }) => bytes > 0)
    ? fill(fileWords.downloadAllOf, { size: formatBytes(totalBytes(files)) })
    : fileWords.downloadAll;
}

/** The files of a product: one row per printable, with a link per paper size, the chosen one first. */
export function FileList({ files, className = "", show }: FileListProps) {
  const paper = usePaper();
  if (files.length === 0) return null;
  return (
    <ul
      className={`divide-y divide-line border-t border-line print:columns-2 print:divide-y-0 print:pt-2 ${className}`}
    >
      {groupByTitle(files).map(({ title, files }) => {
        const group = { title, files: inPaperOrder(files, paper) };
        return (
          <FileRow key={title} group={group}>
            {show?.(group) ?? <FileLinks {...group} />}
          </FileRow>
        );
      })}
    </ul>
  );
}

type FileRowProps = { group: FileGroup; children: ReactNode };

function FileRow({ group: { title, files }, children }: FileRowProps) {
  return (
    <li className="flex flex-col gap-x-6 py-2 text-base sm:flex-row sm:items-center sm:justify-between print:py-0.5">
      <span className="flex min-w-0 items-start gap-3 pt-1 sm:min-w-48 sm:py-1">
        <FileText className="mt-0.5 size-5 shrink-0 text-teal" />
        <span className="min-w-0">
          <span className="block leading-snug font-semibold">{title || fileWords.untitled}</span>
          <span className="block text-sm text-ink-2 empty:hidden">{pagesOf(files)}</span>
        </span>
      </span>
      {children}
    </li>
  );
}

function FileLinks({ title, files }: FileGroup) {
  return (
    <span className="flex shrink-0 flex-wrap gap-x-5 ps-8 max-[23rem]:gap-x-4 max-[23rem]:ps-0 sm:ps-0 print:hidden">
      {files.map((file) => (
        <FileLink key={file.id} title={title} file={file} />
      ))}
    </span>
  );
}

type FileLinkProps = ComponentProps<"a"> & {
  title: string;
  file: Pick<PurchasedFile, "url" | "paper" | "bytes">;
};

/** A link to a file; its accessible name has title and paper, so that it is unique on the page. */
export function FileLink({ title, file: { url, paper, bytes }, ...rest }: FileLinkProps) {
  return (
    <a
      {...rest}
      href={url}
      target="_blank"
      rel="noopener"
      className="group inline-flex min-h-11 items-center rounded-control text-sm whitespace-nowrap text-ink-2 no-underline"
    >
      <span className="sr-only">{title || fileWords.untitled}, </span>
      <span className="link group-hover:decoration-3">{paper ? PAPER_NAMES[paper] : "PDF"}</span>
      {bytes > 0 && <span className="tabular-nums">&nbsp;· {formatBytes(bytes)}</span>}
    </a>
  );
}

/** Formats the page count, or both counts when the paper sizes differ; empty when unknown. */
function pagesOf(files: PurchasedFile[]): string {
  const counts = [...new Set(files.map(({ pages }) => pages))].filter((pages) => pages > 0);
  return counts.map((pages) => countText(pages, "page")).join(" / ");
}

const PAPERS: Paper[] = ["a4", "letter"];

/** Whether there are files of each paper size. */
export function hasBothPapers(files: Pick<PurchasedFile, "paper">[]): boolean {
  return PAPERS.every((paper) => files.some((file) => file.paper === paper));
}

/** Selects the preferred paper size. Hidden when all files have the same size. */
export function PaperChoice({
  files,
  className = "",
}: {
  files: PurchasedFile[];
  className?: string;
}) {
  const chosen = usePaper();
  const name = useId();
  if (!hasBothPapers(files)) return null;
  return (
    <div className={`needs-script ${className}`}>
      <fieldset className="segments">
        <legend>{fileWords.paper}</legend>
        {PAPERS.map((paper) => (
          <label key={paper}>
            <input
              type="radio"
              name={name}
              checked={paper === chosen}
              onChange={() => choosePaper(paper)}
            />
            {PAPER_NAMES[paper]}
          </label>
        ))}
      </fieldset>
    </div>
  );
}
