import { useState } from "react";
import type { TableSchema } from "../../../../server/contract/tables.ts";
import { importWords as words } from "../../../content/admin-parts.ts";
import { readableMessage } from "../../../lib/readable-error.ts";
import { rowsText } from "../bulk/bulk.ts";
import { adminCalls } from "../../data/api.ts";
import { ToolButton } from "../../app/controls.tsx";
import { outboxWords } from "../../../content/admin-outbox.ts";
import { NoConnection } from "../../data/no-connection.tsx";
import { AdminDialog, DialogActions, DialogBody } from "../../app/dialog.tsx";
import { tableLabel } from "../../app/labels.ts";
import { useWrites } from "../../data/use-writes.tsx";
import { type ChosenFile, importedFile, readFile } from "./chosen-file.ts";
import { EncodingQuestion } from "./encoding-question.tsx";
import { ImportReport } from "./import-report.tsx";
import { mapColumn, mappingProblem } from "./mapping.ts";
import { MappingTable } from "./mapping-table.tsx";

type ImportDialogProps = { schema: TableSchema; onClose: () => void };

/** Imports a CSV file after the server has previewed the result. */
export function ImportDialog({ schema, onClose }: ImportDialogProps) {
  const [chosen, setChosen] = useState<ChosenFile>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<"reading" | "checking" | "applying">();
  const { send } = useWrites();
  const mappingFault = chosen && mappingProblem(schema, chosen.mapping);
  const report = chosen?.report;
  const rows = report ? report.new + report.changed : 0;

  const during = async (name: typeof busy, run: () => Promise<void>) => {
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
  const choose = (picked: File) =>
    during("reading", async () => {
      const read = await readFile(schema, picked);
      if ("problem" in read) setProblem(read.problem);
      else setChosen(read);
    });
  const check = (now: ChosenFile) =>
    during("checking", async () => {
      const sent = { ...importedFile(now), dryRun: true };
      const { result } = await adminCalls.importRows(schema.name, sent);
      setChosen({ ...now, report: result });
    });
  const apply = (now: ChosenFile) =>
    during("applying", async () => {
      const file = { ...importedFile(now), dryRun: false };
      await send((options) => adminCalls.importRows(schema.name, { ...file, ...options }), {
        key: now.key,
        done: words.done(rows),
      });
      onClose();
    });

  return (
    <AdminDialog title={words.title(tableLabel(schema))} width="wide" onClose={onClose}>
      <DialogBody>
        <NoConnection text={outboxWords.direct} className="mb-3" />
        {problem && (
          <p role="alert" className="mb-3 text-danger">
            {problem}
          </p>
        )}
        {!chosen && (
          <FileChoice isReading={busy === "reading"} onChoose={(file) => void choose(file)} />
        )}
        {chosen && <FileFields schema={schema} chosen={chosen} onChange={setChosen} />}
        {mappingFault && <p className="mt-3 text-danger">{mappingFault}</p>}
      </DialogBody>
      <DialogActions>
        {chosen && (
          <ToolButton
            look="plain"
            className="mr-auto"
            disabled={busy !== undefined}
            onClick={() => {
              setChosen(undefined);
              setProblem(undefined);
            }}
          >
            {words.other}
          </ToolButton>
        )}
        <ToolButton onClick={onClose}>{words.cancel}</ToolButton>
        {chosen && !report && (
          <ToolButton
            look="main"
            disabled={mappingFault !== undefined || !chosen.isReadRight || busy !== undefined}
            onClick={() => void check(chosen)}
          >
            {busy ? words.checking : words.check}
          </ToolButton>
        )}
        {chosen && report && (
          <ToolButton
            look="main"
            disabled={report.refused > 0 || rows === 0 || busy !== undefined}
            onClick={() => void apply(chosen)}
          >
            {busy ? words.applying : words.apply(rowsText(rows))}
          </ToolButton>
        )}
      </DialogActions>
    </AdminDialog>
  );
}

type FileFieldsProps = {
  schema: TableSchema;
  chosen: ChosenFile;
  onChange: (chosen: ChosenFile) => void;
};

function FileFields({ schema, chosen, onChange }: FileFieldsProps) {
  const { name, preview, mapping, isReadRight, report } = chosen;
  return (
    <>
      <p className="mb-3 wrap-anywhere">{words.read(name, rowsText(preview.rows))}</p>
      {report ? (
        <ImportReport schema={schema} report={report} />
      ) : (
        <>
          {preview.isGuess && (
            <EncodingQuestion
              preview={preview}
              isRight={isReadRight}
              onAnswer={(isRight) => onChange({ ...chosen, isReadRight: isRight })}
            />
          )}
          <MappingTable
            schema={schema}
            preview={preview}
            mapping={mapping}
            onMap={(column, field) =>
              onChange({ ...chosen, mapping: mapColumn(mapping, column, field) })
            }
          />
        </>
      )}
    </>
  );
}

type FileChoiceProps = { isReading: boolean; onChoose: (file: File) => void };

function FileChoice({ isReading, onChoose }: FileChoiceProps) {
  return (
    <label className="block cursor-pointer rounded-control border-2 border-dashed border-line px-5 py-8 text-center focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-teal hover:border-teal">
      <span className="font-semibold text-teal">{isReading ? words.reading : words.choose}</span>
      <span className="mt-1 block text-ink-2">{words.chooseHint}</span>
      <input
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        className="sr-only"
        disabled={isReading}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Allows choosing the same file again after it was corrected.
          target.value = "";
          if (file) onChoose(file);
        }}
      />
    </label>
  );
}
