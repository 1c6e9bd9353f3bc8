import { Button } from "../../components/button.tsx";
import { moreWords } from "../../content/landing-packs.ts";
import type { useBatches } from "./use-batches.ts";

type ShowMoreProps = Omit<ReturnType<typeof useBatches>, "rows"> & { className: string };

/** Button that loads the next rows of a list. Renders nothing when all rows are shown. */
export function ShowMore({ more, state, loadMore, className }: ShowMoreProps) {
  if (!more) return null;
  return (
    <div className={`needs-script ${className}`}>
      <Button onClick={() => void loadMore()} aria-disabled={state === "loading"}>
        {state === "loading" ? moreWords.loading : moreWords.button}
      </Button>
      <p role="status" className="mt-2 text-base text-danger">
        {state === "failed" && moreWords.failed}
      </p>
    </div>
  );
}
