import type { QueryKey } from "@tanstack/react-query";
import {
  type ImportJob,
  type OrderImports,
  type PastImport,
  SOURCE_NAMES,
} from "../../../server/contract/order-import.ts";
import { Spinner } from "../../components/notice.tsx";
import { orderImportWords as words } from "../../content/admin-order-import.ts";
import { RemoteList } from "../data/remote-list.tsx";
import type { useDirectWrite } from "../data/use-direct-write.ts";
import { ToolButton } from "../ui/controls.tsx";
import { useAsk } from "../ui/dialog.tsx";
import { Time } from "../ui/panels.tsx";
import { ScreenLink } from "../ui/screen.tsx";
import { useTimes } from "../ui/times.ts";
import { IMPORTED_ORDERS } from "../url/screen-paths.ts";
import { orderImportCalls } from "./order-file.ts";

/** Progress of the latest job, or its result. */
export function JobPanel({ job }: { job: ImportJob }) {
  const { kind, isRunning, done, total, added, changed, kept, failure } = job;
  const results = {
    import: () => words.results.import(added, changed),
    undo: () => words.results.undo(done, kept),
    tell: () => words.results.tell(added),
  };
  return (
    <div className="grid gap-2 rounded-control border border-line bg-card px-4 py-3.5">
      {isRunning ? (
        <>
          <Spinner label={words.jobs[kind](done, total)} />
          <progress value={done} max={Math.max(total, 1)} className="w-full accent-teal" />
          <p className="text-ink-2">{words.keepWorking}</p>
        </>
      ) : (
        <p role="status" className="font-semibold">
          {results[kind]()}
        </p>
      )}
      {failure && (
        <p role="alert" className="font-semibold text-danger">
          {failure}
        </p>
      )}
    </div>
  );
}

type PastImportsProps = {
  query: { data: OrderImports | undefined; error: unknown; refetch: () => unknown };
  writing: ReturnType<typeof useDirectWrite<OrderImports>>;
  stores: QueryKey;
};

/** Earlier imports, with buttons to undo them and to mail their buyers. */
export function PastImports({ query, writing, stores }: PastImportsProps) {
  const { data } = query;
  const { isBusy, error, write } = writing;
  const ask = useAsk();
  const tell = async (buyers: number) => {
    const { tellYes: yes } = words;
    const text = words.tellText(buyers);
    if (!(await ask({ title: words.tellAsk(buyers), text, yes }))) return;
    write({ name: "tell", call: (options) => orderImportCalls.tell(buyers, options), stores });
  };
  const undo = async ({ changeSet, orders }: PastImport) => {
    const { undoAsk: title, undo: yes } = words;
    if (!(await ask({ title, text: words.undoText(orders), yes, danger: true }))) return;
    write({ call: (options) => orderImportCalls.undo(changeSet, options), stores });
  };
  if (data?.work?.isRunning) return null;
  return (
    <RemoteList
      rows={data?.imports}
      query={query}
      words={words}
      error={error}
      head={
        data && data.untold > 0 ? (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <ToolButton
              look="main"
              aria-disabled={isBusy}
              className="whitespace-normal!"
              onClick={() => void tell(data.untold)}
            >
              {words.tell(data.untold)}
            </ToolButton>
            <p className="min-w-0 flex-1 basis-56 text-ink-2">{words.tellHint}</p>
          </div>
        ) : undefined
      }
      aside={
        data && data.orders > 0 && <ScreenLink path={IMPORTED_ORDERS}>{words.show}</ScreenLink>
      }
    >
      {(past) => (
        <ImportRow
          key={past.changeSet}
          past={past}
          isBusy={isBusy}
          onUndo={() => void undo(past)}
        />
      )}
    </RemoteList>
  );
}

type ImportRowProps = { past: PastImport; isBusy: boolean; onUndo: () => void };

function ImportRow({ past, isBusy, onUndo }: ImportRowProps) {
  const { source, at, orders } = past;
  const time = useTimes().wholeTimeOf(at);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2.5">
      <p className="min-w-0 flex-1 basis-56">
        <span className="font-semibold">{words.imported(orders, SOURCE_NAMES[source])}</span>{" "}
        <span className="text-ink-2">
          <Time at={at} format="wholeTimeOf" />
        </span>
      </p>
      <ToolButton aria-label={words.undoOne(time)} aria-disabled={isBusy} onClick={onUndo}>
        {words.undo}
      </ToolButton>
    </li>
  );
}
