import type { ReactNode } from "react";
import type {
  ImportAnswer,
  ImportPreview,
  TableSchema,
} from "../../../../server/contract/tables.ts";
import { importWords as words } from "../../../content/admin-parts.ts";
import { INPUT } from "../../app/controls.tsx";
import { importFields, type Mapping } from "./import-file.ts";

const HEAD = "border-b border-line px-2 py-1.5 text-left font-semibold text-ink-2";

type TableProps = { heads: readonly string[]; children: ReactNode };

function Table({ heads, children }: TableProps) {
  return (
    <table className="mt-2 w-full">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} className={`${HEAD} ${head === words.sample ? "max-sm:hidden" : ""}`}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

type MappingTableProps = {
  schema: TableSchema;
  preview: ImportPreview;
  mapping: Mapping;
  onMap: (column: number, field: string | null) => void;
};

/** The columns of a file with sample values and a choice of the field that each fills. */
export function MappingTable({ schema, preview, mapping, onMap }: MappingTableProps) {
  const samples = preview.samples.map((cells) => cells.join(" · "));
  return (
    <Table heads={[words.column, words.sample, words.field]}>
      {preview.headers.map((header, at) => (
        // Headers may repeat, and columns keep their place.
        // oxlint-disable-next-line react/no-array-index-key
        <tr key={at} className="border-b border-line last:border-0">
          <th scope="row" className="px-2 py-1.5 text-left font-semibold wrap-anywhere">
            {header}
            <span className="block font-normal text-ink-2 sm:hidden">{samples[at]}</span>
          </th>
          <td className="px-2 py-1.5 wrap-anywhere text-ink-2 max-sm:hidden">{samples[at]}</td>
          <td className="w-48 px-2 py-1.5">
            <select
              aria-label={`${header}: ${words.field}`}
              value={mapping[at] ?? ""}
              onChange={({ target }) => onMap(at, target.value || null)}
              className={INPUT}
            >
              <option value="">{words.leave}</option>
              {importFields(schema).map(([name, title]) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </select>
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** The result of a trial import: row counts and the errors by line. */
export function ImportReport({ schema, report }: { schema: TableSchema; report: ImportAnswer }) {
  const { errors, moreErrors } = report;
  const counts = [
    [report.new, words.new],
    [report.changed, words.changed],
    [report.same, words.same],
    [report.refused, words.errors],
  ] as const;
  return (
    <div role="status">
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {counts.map(([count, name]) => (
          <li
            key={name}
            className={`rounded-control border border-line px-3 py-2 ${name === words.errors && count > 0 ? "bg-danger-2 text-danger" : ""}`}
          >
            <strong className="block text-lg font-semibold tabular-nums">
              {count.toLocaleString()}
            </strong>
            {name}
          </li>
        ))}
      </ul>
      {errors.length === 0 && report.new + report.changed === 0 && (
        <p className="mt-3">{words.nothing}</p>
      )}
      {errors.length > 0 && (
        <>
          <p className="mt-3">{words.refused}</p>
          <Table heads={[words.line, words.what, words.problem]}>
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
          </Table>
          {moreErrors > 0 && <p className="mt-2 text-ink-2">{words.moreProblems(moreErrors)}</p>}
        </>
      )}
    </div>
  );
}
