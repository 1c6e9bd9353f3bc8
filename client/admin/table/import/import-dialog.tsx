import { useState } from "react";
import { countOf } from "../../../../server/contract/format.ts";
import {
  IMPORT_ENCODINGS,
  type ImportPreview,
  type TableSchema,
} from "../../../../server/contract/tables.ts";
import { outboxWords } from "../../../content/admin-outbox.ts";
import { importWords as words } from "../../../content/admin-parts.ts";
import { readableMessage } from "../../../lib/answer.ts";
import { Tick, ToolButton } from "../../app/controls.tsx";
import { AdminDialog, DialogActions, DialogBody } from "../../app/dialog.tsx";
import { tableLabel } from "../../app/formats.ts";
import { adminCalls } from "../../data/api.ts";
import { NoConnection } from "../../data/no-connection.tsx";
import type { WriteOptions } from "../../data/request.ts";
import { useWrites } from "../../data/use-writes.tsx";
import {
  type ChosenFile,
  importedFile,
  mapColumn,
  mappingProblem,
  readFile,
} from "./import-file.ts";
import { ImportReport, MappingTable } from "./import-tables.tsx";

type ImportDialogProps = { schema: TableSchema; onClose: () => void };

/** Imports a CSV file after the server has previewed the result. */
export function ImportDialog({ schema, onClose }: ImportDialogProps) {
  const { chosen, setChosen, problem, busy, ...steps } = useImport(schema, onClose);
  const mappingFault = chosen && mappingProblem(schema, chosen.mapping);
  const report = chosen?.report;
  const rows = report ? report.new + report.changed : 0;
  const canCheck = !mappingFault && chosen?.isReadRight && !busy;
  const canApply = report?.refused === 0 && rows > 0 && !busy;
  return (
    <AdminDialog title={words.title(tableLabel(schema))} width="wide" onClose={onClose}>
      <DialogBody>
        <NoConnection text={outboxWords.direct} className="mb-3" />
        {problem && (
          <p role="alert" className="mb-3 text-danger">
            {problem}
          </p>
        )}
        {chosen ? (
          <FileFields schema={schema} chosen={chosen} onChange={setChosen} />
        ) : (
          <FileChoice isReading={busy === "reading"} onChoose={steps.choose} />
        )}
        {mappingFault && <p className="mt-3 text-danger">{mappingFault}</p>}
      </DialogBody>
      <DialogActions>
        {chosen && (
          <ToolButton
            look="plain"
            className="mr-auto"
            disabled={busy !== undefined}
            onClick={steps.reset}
          >
            {words.other}
          </ToolButton>
        )}
        <ToolButton onClick={onClose}>{words.cancel}</ToolButton>
        {chosen && !report && (
          <ToolButton look="main" disabled={!canCheck} onClick={() => steps.check(chosen)}>
            {busy ? words.checking : words.check}
          </ToolButton>
        )}
        {chosen && report && (
          <ToolButton look="main" disabled={!canApply} onClick={() => steps.apply(chosen, rows)}>
            {busy ? words.applying : words.apply(countOf(rows, "row"))}
          </ToolButton>
        )}
      </DialogActions>
    </AdminDialog>
  );
}

type ImportStep = "reading" | "checking" | "applying";

/** The steps of an import: read the file, check it, apply it. */
function useImport(schema: TableSchema, onDone: () => void) {
  const [chosen, setChosen] = useState<ChosenFile>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<ImportStep>();
  const { send } = useWrites();
  const run = async (step: ImportStep, work: () => Promise<void>) => {
    setBusy(step);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(readableMessage(error));
    } finally {
      setBusy(undefined);
    }
  };
  return {
    chosen,
    setChosen,
    problem,
    busy,
    reset: () => {
      setChosen(undefined);
      setProblem(undefined);
    },
    choose: (picked: File) =>
      void run("reading", async () => {
        const read = await readFile(schema, picked);
        if ("problem" in read) setProblem(read.problem);
        else setChosen(read);
      }),
    check: (file: ChosenFile) =>
      void run("checking", async () => {
        const sent = { ...importedFile(file), dryRun: true };
        const { result } = await adminCalls.importRows(schema.name, sent);
        setChosen({ ...file, report: result });
      }),
    apply: (file: ChosenFile, rows: number) =>
      void run("applying", async () => {
        const sent = { ...importedFile(file), dryRun: false };
        const call = (options: WriteOptions) =>
          adminCalls.importRows(schema.name, { ...sent, ...options });
        await send(call, { key: file.key, done: words.done(rows) });
        onDone();
      }),
  };
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
      <p className="mb-3 wrap-anywhere">{words.read(name, countOf(preview.rows, "row"))}</p>
      {report && <ImportReport schema={schema} report={report} />}
      {!report && preview.isGuess && (
        <EncodingQuestion
          preview={preview}
          isRight={isReadRight}
          onAnswer={(isRight) => onChange({ ...chosen, isReadRight: isRight })}
        />
      )}
      {!report && (
        <MappingTable
          schema={schema}
          preview={preview}
          mapping={mapping}
          onMap={(column, field) =>
            onChange({ ...chosen, mapping: mapColumn(mapping, column, field) })
          }
        />
      )}
    </>
  );
}

type EncodingQuestionProps = {
  preview: ImportPreview;
  isRight: boolean;
  onAnswer: (isRight: boolean) => void;
};

/** Asks a person to confirm a guessed encoding, with sample words of the file. */
function EncodingQuestion({ preview, isRight, onAnswer }: EncodingQuestionProps) {
  return (
    <div className="mb-4 rounded-sheet bg-paper-2 px-3 py-2">
      <p>{words.guessed(IMPORT_ENCODINGS[preview.encoding])}</p>
      <ul className="mt-1 flex flex-wrap gap-x-4 text-sm font-semibold">
        {preview.foreignWords.map((word) => (
          <li key={word} className="wrap-anywhere">
            {word}
          </li>
        ))}
      </ul>
      <Tick
        label={words.guessedRight}
        checked={isRight}
        onChange={({ target }) => onAnswer(target.checked)}
        className="mt-1 min-h-9 font-semibold"
      />
      <p className="text-ink-2">{words.guessedWrong}</p>
    </div>
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
