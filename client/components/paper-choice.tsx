import { useId } from "react";
import { PAPER_NAMES } from "../../server/contract/format.ts";
import type { Paper, PurchasedFile } from "../../server/contract/answers.ts";
import { fileWords } from "../content/pages.ts";
import { choosePaper, usePaper } from "../lib/use-paper.ts";

const PAPERS: Paper[] = ["a4", "letter"];

/** Which paper every list begins with; not there for files that come in one size. */
export function PaperChoice({
  files,
  className = "",
}: {
  files: PurchasedFile[];
  className?: string;
}) {
  const chosen = usePaper();
  const name = useId();
  if (!PAPERS.every((paper) => files.some((file) => file.paper === paper))) return null;
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
