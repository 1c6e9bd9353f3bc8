import { withUnit } from "../../../server/contract/formats.ts";
import type { ReactNode } from "react";
import { countOf } from "../../../server/contract/format.ts";
import {
  IMPORT_ENCODINGS,
  type ImportAnswer,
  type ImportPreview,
  type TableSchema,
} from "../../../server/contract/tables.ts";
import { outboxWords } from "../../content/admin-outbox.ts";
import { importWords as words } from "../../content/admin-parts.ts";
import { INPUT, Tick, ToolButton } from "../ui/controls.tsx";
import { tableLabel } from "../data/row-texts.ts";
import { NoConnection } from "../data/no-connection.tsx";
import { FormDialog } from "../forms/form-dialog.tsx";
import {
  type ChosenFile,
  importFields,
  mapColumn,
  mappingProblem,
  useImport,
} from "./import-file.ts";

type ImportDialogProps = {
  schema: TableSchema;
  /** Replaces the title that names the table. */
  title?: string;
  onClose: () => void;
};

/** Dialog that previews and imports a CSV file. */
export function ImportDialog({ schema, title, onClose }: ImportDialogProps) {
  const { chosen, setChosen, problem, busy, ...steps } = useImport(schema, onClose);
  const mappingFault = chosen && mappingProblem(schema, chosen.mapping);
  const report = chosen?.report;
  const rows = report ? changesOf(report) : 0;
  const check = busy ? words.checking : words.check;
  const apply = busy ? words.applying : words.apply(countOf(rows, "row"));
  const isReady = report
    ? report.refused === 0 && rows > 0
    : !mappingFault && chosen?.isReadRight === true;
  return (
    <FormDialog
      title={title ?? words.title(tableLabel(schema))}
      width="wide"
      busy={false}
      {...{ problem, onClose }}
      submit={chosen && (report ? apply : check)}
      canSubmit={isReady && !busy}
      extra={
        chosen && (
          <ToolButton look="plain" className="mr-auto" disabled={busy} onClick={steps.reset}>
            {words.other}
          </ToolButton>
        )
      }
      onSubmit={() => chosen && (report ? steps.apply(chosen, rows) : steps.check(chosen))}
    >
      <NoConnection text={outboxWords.direct} className="mb-3" />
      {chosen ? (
        <ChosenFields schema={schema} chosen={chosen} onChange={setChosen} />
      ) : (
        <FileChoice hint={schema.importHint} isReading={busy} onChoose={steps.choose} />
      )}
      {mappingFault && <p className="mt-3 text-danger">{mappingFault}</p>}
    </FormDialog>
  );
}

type ChosenFieldsProps = {
  schema: TableSchema;
  chosen: ChosenFile;
  onChange: (chosen: ChosenFile) => void;
};

function ChosenFields({ schema, chosen, onChange }: ChosenFieldsProps) {
  const { name, preview, isReadRight, report } = chosen;
  return (
    <>
      <p className="mb-3 wrap-anywhere">{words.read(name, countOf(preview.rows, "row"))}</p>
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
          <MappingTable {...{ schema, chosen, onChange }} />
        </>
      )}
    </>
  );
}

type EncodingQuestionProps = {
  preview: ImportPreview;
  isRight: boolean;
  onAnswer: (isRight: boolean) => void;
};

/** Asks the user to confirm a guessed encoding, showing sample words from the file. */
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

type FileChoiceProps = {
  hint: string | undefined;
  isReading: boolean;
  onChoose: (file: File) => void;
};

/** Drop area and button that choose a CSV file. */
export function FileChoice({ hint = words.chooseHint, isReading, onChoose }: FileChoiceProps) {
  return (
    <label className="block cursor-pointer rounded-control border-2 border-dashed border-line px-5 py-8 text-center focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-teal hover:border-teal">
      <span className="font-semibold text-teal">{isReading ? words.reading : words.choose}</span>
      <span className="mt-1 block text-ink-2">{hint}</span>
      <input
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        className="sr-only"
        disabled={isReading}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = "";
          if (file) onChoose(file);
        }}
      />
    </label>
  );
}

type ReportTableProps = { heads: readonly string[]; children: ReactNode };

/** Table of the columns or lines of a file. */
export function ReportTable({ heads, children }: ReportTableProps) {
  return (
    <table className="mt-2 w-full">
      <thead>
        <tr>
          {heads.map((head) => (
            <th
              key={head}
              className={`border-b border-line px-2 py-1.5 text-left font-semibold text-ink-2 ${head === words.sample ? "max-sm:hidden" : ""}`}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** Maps the columns of a file to fields, with sample values. */
function MappingTable({ schema, chosen, onChange }: ChosenFieldsProps) {
  const { preview, mapping } = chosen;
  const samples = preview.samples.map((cells) => cells.join(" · "));
  const map = (column: number, field: string) =>
    onChange({ ...chosen, mapping: mapColumn(mapping, column, field || null) });
  return (
    <ReportTable heads={[words.column, words.sample, words.field]}>
      {preview.headers.map((header, at) => (
        // Headers may repeat, and columns keep their place.
        // oxlint-disable-next-line react/no-array-index-key
        <tr key={at} className="border-b border-line last:border-0">
          <th scope="row" className="px-2 py-1.5 text-left font-semibold wrap-anywhere">
            {header}
            <span className="block font-normal text-ink-2 sm:hidden">{samples[at]}</span>
          </th>
          <td className="px-2 py-1.5 wrap-anywhere text-ink-2 max-sm:hidden">{samples[at]}</td>
          <td className="w-32 px-2 py-1.5 sm:w-48">
            <select
              aria-label={`${header}: ${words.field}`}
              value={mapping[at] ?? ""}
              onChange={({ target }) => map(at, target.value)}
              className={INPUT}
            >
              <option value="">{words.leave}</option>
              {importFields(schema).map(([name, field]) => (
                <option key={name} value={name}>
                  {withUnit(field.title, field)}
                </option>
              ))}
            </select>
          </td>
        </tr>
      ))}
    </ReportTable>
  );
}

const changesOf = (report: ImportAnswer) => report.new + report.changed + report.removed;

/** Result of a dry run: row counts, and errors by line. */
export function ImportReport({ schema, report }: { schema: TableSchema; report: ImportAnswer }) {
  const { errors, moreErrors } = report;
  const counts = [
    [report.new, words.new],
    [report.changed, words.changed],
    ...(report.removed > 0 ? ([[report.removed, words.removed]] as const) : []),
    [report.same, words.same],
    [report.refused, words.errors],
  ] as const;
  return (
    <div role="status">
      <ReportCounts counts={counts} problem={words.errors} />
      {errors.length === 0 && changesOf(report) === 0 && <p className="mt-3">{words.nothing}</p>}
      {errors.length > 0 && (
        <>
          <p className="mt-3">{words.refused}</p>
          <ReportTable heads={[words.line, words.what, words.problem]}>
            {errors.map(({ line, field, message }) => (
              <tr
                key={`${line} ${field} ${message}`}
                className="border-b border-line align-top last:border-0"
              >
                <td className="px-2 py-1.5 tabular-nums">{line}</td>
                <td className="px-2 py-1.5">{schema.properties[field]?.title ?? field}</td>
                <td className="px-2 py-1.5 wrap-anywhere text-danger">{message}</td>
              </tr>
            ))}
          </ReportTable>
          {moreErrors > 0 && <p className="mt-2 text-ink-2">{words.moreProblems(moreErrors)}</p>}
        </>
      )}
    </div>
  );
}

type ReportCountsProps = {
  counts: readonly (readonly [count: number, name: string])[];
  /** Name of the count that is a problem unless it is 0. */
  problem?: string;
};

/** Counts of a report, side by side. */
export function ReportCounts({ counts, problem }: ReportCountsProps) {
  return (
    <ul className="grid grid-cols-2 gap-2 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none">
      {counts.map(([count, name]) => (
        <li
          key={name}
          className={`rounded-control border border-line px-3 py-2 ${name === problem && count > 0 ? "bg-danger-2 text-danger" : ""}`}
        >
          <strong className="block text-lg font-semibold tabular-nums">
            {count.toLocaleString()}
          </strong>
          {name}
        </li>
      ))}
    </ul>
  );
}
