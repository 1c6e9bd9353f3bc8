import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OrderImports } from "../../../server/contract/order-import.ts";
import { SOURCE_NAMES } from "../../../server/contract/order-import.ts";
import { orderImportWords as words } from "../../content/admin-order-import.ts";
import { importWords } from "../../content/admin-parts.ts";
import { NoConnection } from "../data/no-connection.tsx";
import { useDirectWrite } from "../data/use-direct-write.ts";
import { useSubmit } from "../forms/form-dialog.tsx";
import { FileChoice } from "../table/import-dialog.tsx";
import { ToolButton } from "../ui/controls.tsx";
import { Panel } from "../ui/panels.tsx";
import { Screen } from "../ui/screen.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { ImportReport } from "./import-report.tsx";
import {
  checkOrderFile,
  openOrderFile,
  answersOf,
  type OrderFile,
  orderImportCalls,
} from "./order-file.ts";
import { PastImports, JobPanel } from "./past-imports.tsx";

const POLL_MS = 1000;

/** Query for the imports, polled while one is running; not cached on the device. */
const importsQuery = queryOptions({
  queryKey: ["order-import"],
  queryFn: orderImportCalls.get,
  refetchInterval: ({ state }) => (state.data?.work?.isRunning ? POLL_MS : false),
});

/** Screen to import the orders of another shop: a file, its questions, and the result. */
export function OrderImportScreen() {
  const imports = useQuery(importsQuery);
  const [chosen, setChosen] = useState<OrderFile>();
  const { busy, problem, submit } = useSubmit();
  const writing = useDirectWrite<OrderImports>();
  const stores = importsQuery.queryKey;
  const isRunning = imports.data?.work?.isRunning === true;
  const start = (file: OrderFile) => {
    writing.write({
      name: "import",
      call: async (options) => {
        const state = await orderImportCalls.start(file.file, answersOf(file), options);
        setChosen(undefined);
        return state;
      },
      stores,
    });
  };
  return (
    <Screen title={importWords.orders} lead={words.lead}>
      <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
        <NoConnection text={words.offline} />
        {imports.data?.work && <JobPanel job={imports.data.work} />}
        {!isRunning && (
          <Panel title={words.fileStep}>
            <div className="grid gap-3 px-4 py-3.5">
              {problem && (
                <p role="alert" className="font-semibold text-danger">
                  {problem}
                </p>
              )}
              {chosen ? (
                <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
                  <p className="min-w-0 flex-1 basis-56 wrap-anywhere">{fileText(chosen)}</p>
                  <ToolButton disabled={busy} onClick={() => setChosen(undefined)}>
                    {words.other}
                  </ToolButton>
                </div>
              ) : (
                <FileChoice
                  hint={words.fileHint}
                  isReading={busy}
                  onChoose={(file) => submit(async () => setChosen(await openOrderFile(file)))}
                />
              )}
            </div>
          </Panel>
        )}
        {!isRunning && chosen && !chosen.report && (
          <AnswerForm
            chosen={chosen}
            busy={busy}
            onChange={setChosen}
            onCheck={() => submit(async () => setChosen(await checkOrderFile(chosen)))}
          />
        )}
        {!isRunning && chosen?.report && (
          <ImportReport
            report={chosen.report}
            busy={writing.isBusy}
            onBack={() => setChosen({ ...chosen, report: undefined })}
            onApply={() => start(chosen)}
          />
        )}
        {!chosen && <PastImports query={imports} writing={writing} stores={stores} />}
      </div>
    </Screen>
  );
}

function fileText({ name, preview: { source, rows } }: OrderFile): string {
  return source === "csv"
    ? words.fromCsv(name, rows)
    : words.from(name, SOURCE_NAMES[source], rows);
}
