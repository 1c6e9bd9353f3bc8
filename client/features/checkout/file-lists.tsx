import { FileText } from "lucide-react";
import type { PurchasedFile } from "../../../server/contract/store.ts";
import {
  countOf,
  formatBytes,
  PAPER_NAMES,
  titleWithoutPaper,
} from "../../../server/contract/format.ts";
import { type FileGroup, groupByPaper } from "./purchase-rules.ts";

/** The files of a product, one list for each paper size. */
export function FileLists({ files }: { files: PurchasedFile[] }) {
  if (files.length === 0) return null;
  const groups = groupByPaper(files);
  return (
    <div className={`mt-5 grid gap-x-8 gap-y-6 ${groups.length > 1 ? "md:grid-cols-2" : ""}`}>
      {groups.map((group) => (
        <FileList key={group.paper} group={group} />
      ))}
    </div>
  );
}

function FileList({ group: { paper, files } }: { group: FileGroup }) {
  return (
    <div>
      {paper && (
        <h4 className="border-b-2 border-ink pb-1.5 text-base font-semibold">
          {PAPER_NAMES[paper]}
        </h4>
      )}
      <ul className="divide-y divide-line">
        {files.map((file) => (
          <FileRow key={file.id} file={file} />
        ))}
      </ul>
    </div>
  );
}

function FileRow({ file }: { file: PurchasedFile }) {
  const paper = file.paper && PAPER_NAMES[file.paper];
  return (
    <li>
      <a
        href={file.url}
        target="_blank"
        rel="noopener"
        className="group flex items-start gap-3 rounded-control py-2.5 text-base text-ink no-underline"
      >
        <FileText aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-teal" />
        <span className="min-w-0 flex-1">
          <span className="block leading-snug font-semibold underline-offset-4 group-hover:underline">
            {titleWithoutPaper(file)}
          </span>
          <span className="block text-sm text-ink-2">
            {paper && <span className="sr-only">{paper}, </span>}
            {countOf(file.pages, "page")} · {formatBytes(file.bytes)}
          </span>
        </span>
        <span className="link shrink-0 group-hover:decoration-3">Open</span>
      </a>
    </li>
  );
}
