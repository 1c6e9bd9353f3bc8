import { ChevronDown, FileText } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { titleWithoutPaper } from "../../../server/contract/format.ts";
import type { PurchasedFile } from "../../../server/contract/store.ts";
import { accountWords } from "../../content/account.ts";
import { browserStorage } from "../../lib/tracking/page-stores.ts";
import { groupByPaper, type PaperGroup } from "./purchase-rules.ts";

const words = accountWords.history;
/** The paper that this browser opened last, so that next month begins with it. */
const PAPER_KEY = "paper";
/** Up to this many files all of them stand open: folding them would only hide them. */
const MOST_UNFOLDED = 4;

type PurchaseFilesProps = {
  files: PurchasedFile[];
  /** Whether a paper is unfolded from the start. */
  open: boolean;
};

/** The files of a product by paper size: a few in a plain list, many in one fold for each paper. */
export function PurchaseFiles({ files, open }: PurchaseFilesProps) {
  const groups = groupByPaper(files);
  if (files.length === 0) return null;
  if (files.length > MOST_UNFOLDED) return <Folds groups={groups} open={open} />;
  return (
    <ul className="divide-y divide-line border-t border-line px-5 py-1 sm:px-6">
      {groups.flatMap(({ name, files: ofPaper }) =>
        ofPaper.map((file) => <FileRow key={file.id} file={file} paper={name} showPaper />),
      )}
    </ul>
  );
}

function Folds({ groups, open }: { groups: PaperGroup[]; open: boolean }) {
  const name = useId();
  const [shown, setShown] = useState(open ? groups[0]?.key : undefined);

  // After the first render, which must be the server's.
  useEffect(() => {
    const last = browserStorage.getItem(PAPER_KEY);
    if (open && groups.some(({ key }) => key === last)) setShown(last ?? undefined);
    // Once: what the reader unfolds later stays as it is.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  function follow(key: string, isOpen: boolean): void {
    if (isOpen) browserStorage.setItem(PAPER_KEY, key);
    setShown((before) => (isOpen ? key : before === key ? undefined : before));
  }

  return groups.map((group) => (
    <details
      key={group.key}
      name={name}
      open={shown === group.key}
      className="group border-t border-line"
      onToggle={({ currentTarget }) => follow(group.key, currentTarget.open)}
    >
      <summary className="flex min-h-14 items-center gap-x-3 px-5 py-2 select-none sm:px-6 [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 -rotate-90 text-ink-2 transition-transform group-open:rotate-0"
        />
        <span className="flex flex-wrap items-center gap-x-3">
          <span className="font-semibold">{group.name}</span>
          <span className="text-sm text-ink-2">
            {words.sums(group.files.length, group.pages, group.bytes)}
          </span>
        </span>
      </summary>
      <ul className="divide-y divide-line border-t border-line bg-paper px-5 py-1 group-last:rounded-b-card sm:px-6">
        {group.files.map((file) => (
          <FileRow key={file.id} file={file} paper={group.name} />
        ))}
      </ul>
    </details>
  ));
}

type FileRowProps = { file: PurchasedFile; paper: string; showPaper?: boolean };

/** Named by title and paper, so that no two links of a product sound alike. */
function FileRow({ file, paper, showPaper = false }: FileRowProps) {
  return (
    <li>
      <a
        href={file.url}
        target="_blank"
        rel="noopener"
        className="group/file flex min-h-12 items-start gap-x-3 rounded-control py-2 text-ink no-underline sm:items-center"
      >
        <FileText aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-teal sm:mt-0" />
        <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-center sm:justify-between sm:gap-x-4">
          <span className="font-semibold decoration-2 underline-offset-3 group-hover/file:underline">
            {titleWithoutPaper(file)}
            <span className={showPaper ? "font-normal text-ink-2" : "sr-only"}>, {paper}</span>
          </span>
          <span className="shrink-0 text-sm text-ink-2 tabular-nums">
            {words.details(file.pages, file.bytes)}
          </span>
        </span>
      </a>
    </li>
  );
}
