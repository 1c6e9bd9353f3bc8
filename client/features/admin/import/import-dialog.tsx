import { useState } from "react";
import type { ImportAnswer, TableSchema } from "../../../../server/contract/tables.ts";
import { importWords as words } from "../../../content/admin-parts.ts";
import { readableMessage } from "../../../lib/readable-error.ts";
import { rowsText } from "../bulk/bulk.ts";
import { adminCalls } from "../calls.ts";
import { ToolButton } from "../controls.tsx";
import { outboxWords } from "../../../content/admin-outbox.ts";
import { NoConnection } from "../device/no-connection.tsx";
import { AdminDialog, DialogActions, DialogBody } from "../dialog.tsx";
import { tableLabel } from "../labels.ts";
import { useWrites } from "../use-writes.tsx";
import { ImportReport } from "./import-report.tsx";
import {
  isBlank,
  mapColumn,
  mappedCsv,
  type Mapping,
  mappingOf,
  mappingProblem,
  type Sheet,
} from "./mapping.ts";
import { MappingTable } from "./mapping-table.tsx";
import { readSheet } from "./read-sheet.ts";

type ImportDialogProps = { schema: TableSchema; onClose: () => void };

/** What was chosen, how it is read, and what the server says would happen. */
type Chosen = { name: string; sheet: Sheet; mapping: Mapping; report?: ImportAnswer };

/** Imports rows of a CSV file, once it has been seen what that would do. */
export function ImportDialog({ schema, onClose }: ImportDialogProps) {
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<"checking" | "applying">();
  const { send } = useWrites();
  const mappingFault = chosen && mappingProblem(schema, chosen.mapping);
  const report = chosen?.report;
  const rows = report ? report.new + report.changed : 0;

  const choose = async (file: File) => {
    setProblem(undefined);
    const read = readSheet(await file.text());
    if ("problem" in read) return setProblem(words[read.problem]);
    const { sheet } = read;
    setChosen({ name: file.name, sheet, mapping: mappingOf(schema, sheet.headers) });
  };
  const check = (csv: string, now: Chosen) =>
    during("checking", async () => {
      const { result } = await adminCalls.importRows(schema.name, { csv, dryRun: true });
      setChosen({ ...now, report: result });
    });
  const apply = (csv: string) =>
    during("applying", async () => {
      const done = words.done(rowsText(rows));
      await send({ kind: "import", table: schema.name, csv }, done);
      onClose();
    });
  const during = async (name: "checking" | "applying", run: () => Promise<void>) => {
    setBusy(name);
    setProblem(undefined);
    try {
      await run();
    } catch (error) {
      setProblem(readableMessage(error));
    } finally {
      setBusy(undefined);
    }
  };

  return (
    <AdminDialog title={words.title(tableLabel(schema))} width="wide" onClose={onClose}>
      <DialogBody>
        <NoConnection text={outboxWords.direct} className="mb-3" />
        {problem && (
          <p role="alert" className="mb-3 text-danger">
            {problem}
          </p>
        )}
        {!chosen && <FileChoice onChoose={(file) => void choose(file)} />}
        {chosen && (
          <>
            <p className="mb-3 wrap-anywhere">
              {words.read(
                chosen.name,
                rowsText(chosen.sheet.lines.filter((cells) => !isBlank(cells)).length),
              )}
            </p>
            {report ? (
              <ImportReport schema={schema} report={report} />
            ) : (
              <MappingTable
                schema={schema}
                sheet={chosen.sheet}
                mapping={chosen.mapping}
                onMap={(column, field) =>
                  setChosen({ ...chosen, mapping: mapColumn(chosen.mapping, column, field) })
                }
              />
            )}
            {mappingFault && <p className="mt-3 text-danger">{mappingFault}</p>}
          </>
        )}
      </DialogBody>
      <DialogActions>
        {chosen && (
          <ToolButton look="plain" className="mr-auto" onClick={() => setChosen(undefined)}>
            {words.other}
          </ToolButton>
        )}
        <ToolButton onClick={onClose}>{words.cancel}</ToolButton>
        {chosen && !report && (
          <ToolButton
            look="main"
            disabled={mappingFault !== undefined || busy !== undefined}
            onClick={() => void check(mappedCsv(chosen.sheet, chosen.mapping), chosen)}
          >
            {busy ? words.checking : words.check}
          </ToolButton>
        )}
        {chosen && report && (
          <ToolButton
            look="main"
            disabled={report.errors.length > 0 || rows === 0 || busy !== undefined}
            onClick={() => void apply(mappedCsv(chosen.sheet, chosen.mapping))}
          >
            {busy ? words.applying : words.apply(rowsText(rows))}
          </ToolButton>
        )}
      </DialogActions>
    </AdminDialog>
  );
}

function FileChoice({ onChoose }: { onChoose: (file: File) => void }) {
  return (
    <label className="block cursor-pointer rounded-control border-2 border-dashed border-line px-5 py-8 text-center focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-teal hover:border-teal">
      <span className="font-semibold text-teal">{words.choose}</span>
      <span className="mt-1 block text-ink-2">{words.chooseHint}</span>
      <input
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        className="sr-only"
        onChange={({ target }) => target.files?.[0] && onChoose(target.files[0])}
      />
    </label>
  );
}
