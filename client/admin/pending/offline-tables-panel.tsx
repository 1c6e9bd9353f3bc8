import { queryOptions, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { formatBytes } from "../../../server/contract/format.ts";
import type { TableSchema } from "../../../server/contract/tables.ts";
import { deviceWords as words } from "../../content/admin-device.ts";
import { MOST_OFFLINE_ROWS } from "../offline/offline-tables.ts";
import { adminCalls } from "../data/api.ts";
import { schemasQuery } from "../data/queries.ts";
import { Panel } from "../desk/panels.tsx";
import { hourOrTimeOf, tableLabel } from "../app/formats.ts";
import { useOfflineCopy } from "../data/offline-context.tsx";
import type { OfflineCopyFacts } from "../data/offline-query.ts";
import { Problem, useOfflineTick } from "../data/use-offline-change.tsx";

/** The feed has no changes of the log itself. */
const LOG = "changes";

/** A checkbox per table, to store it whole. */
export function OfflineTablesPanel({ facts }: { facts: OfflineCopyFacts }) {
  const { data: schemas = [] } = useQuery(schemasQuery);
  return (
    <Panel title={words.tables}>
      <p className="max-w-prose px-4 py-3 text-ink-2">{words.tablesText}</p>
      <ul className="divide-y divide-line border-t border-line">
        {schemas
          .filter(({ name }) => name !== LOG)
          .map((schema) => (
            <OfflineTable key={schema.name} schema={schema} known={facts.tables.get(schema.name)} />
          ))}
      </ul>
    </Panel>
  );
}

type Known = { count: number; readAt: number; bytes: number };

function OfflineTable({ schema, known }: { schema: TableSchema; known: Known | undefined }) {
  const kept = useOfflineCopy();
  const id = useId();
  const { data: total } = useQuery(totalQuery(schema.name));
  const { checked, onChange, isBusy, problem } = useOfflineTick(known !== undefined, (isKept) =>
    isKept ? kept.keepTable(schema.name) : kept.dropTable(schema.name),
  );
  const canBeKept = total !== undefined && total <= MOST_OFFLINE_ROWS;
  return (
    <li className="px-4 py-1.5">
      <label className="flex min-h-9 flex-wrap items-center gap-x-2.5">
        <input
          type="checkbox"
          aria-label={words.keep(tableLabel(schema))}
          aria-describedby={id}
          checked={checked}
          onChange={onChange}
          disabled={!known && !canBeKept}
          aria-disabled={isBusy}
          className="size-4.5 accent-teal disabled:opacity-50"
        />
        <span className="min-w-40 font-semibold">{tableLabel(schema)}</span>
        <span id={id} className="min-w-0 flex-1 basis-56 max-sm:pl-7 text-ink-2 tabular-nums">
          {isBusy ? words.reading : stateOf(known, total)}
        </span>
      </label>
      <Problem text={problem} />
    </li>
  );
}

/** The number of rows at the store. Not stored. */
function totalQuery(table: string) {
  return queryOptions({
    queryKey: ["rows", table, "total"],
    queryFn: async ({ signal }) => (await adminCalls.listRows(table, { limit: "1" }, signal)).total,
  });
}

function stateOf(known: Known | undefined, total: number | undefined): string {
  if (known) {
    const time = hourOrTimeOf(new Date(known.readAt).toISOString());
    return words.kept(known.count, time, formatBytes(known.bytes));
  }
  if (total === undefined) return words.unknown;
  return total > MOST_OFFLINE_ROWS ? words.tooMany(total, MOST_OFFLINE_ROWS) : words.rows(total);
}
