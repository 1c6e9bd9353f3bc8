import type { ImportAnswer, TableSchema } from "../../../../server/contract/tables.ts";
import { importWords as words } from "../../../content/admin-parts.ts";

/** What an import would do: how many rows of each kind, and what is wrong in which line. */
export function ImportReport({ schema, report }: { schema: TableSchema; report: ImportAnswer }) {
  const { errors, moreErrors } = report;
  const counts = [
    [report.new, words.new],
    [report.changed, words.changed],
    [report.same, words.same],
    [report.refused, words.errors],
  ] as const;
  const head = "border-b border-line px-2 py-1.5 text-left font-semibold text-ink-2";
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
          <table className="mt-2 w-full">
            <thead>
              <tr>
                <th className={head}>{words.line}</th>
                <th className={head}>{words.what}</th>
                <th className={head}>{words.problem}</th>
              </tr>
            </thead>
            <tbody>
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
            </tbody>
          </table>
          {moreErrors > 0 && <p className="mt-2 text-ink-2">{words.moreProblems(moreErrors)}</p>}
        </>
      )}
    </div>
  );
}
