import { Link, useMatchRoute } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import type { TableGroup, TableSchema } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import { browserStorage, storedSet } from "../../lib/storage.ts";
import { useAdmin } from "../data/admin-context.ts";
import { NewOrders } from "../data/new-orders.tsx";
import { groupTables, tableLabel } from "../data/row-texts.ts";

const words = adminWords.sidebar;

/** Groups that this device shows open or closed other than by default. */
const toggledGroups = storedSet(browserStorage, "adminTableGroups");
const CLOSED_BY_DEFAULT: TableGroup = "system";

type TableListProps = { schemas: readonly TableSchema[]; onChosen: () => void };

/** Links to the tables, in groups that can be closed. */
export function TableList({ schemas, onChosen }: TableListProps) {
  return (
    <div className="px-2 pb-4">
      {groupTables(schemas).map((group) => (
        <Group key={group.name} {...group} onChosen={onChosen} />
      ))}
    </div>
  );
}

type GroupProps = { name: TableGroup; tables: TableSchema[]; onChosen: () => void };

function Group({ name, tables, onChosen }: GroupProps) {
  const [isOpen, setOpen] = useState(
    () => (name === CLOSED_BY_DEFAULT) === toggledGroups.has(name),
  );
  const list = useId();
  const current = useMatchRoute()({ to: "/tables/$table" });
  const toggle = () => {
    const isDefault = isOpen === (name === CLOSED_BY_DEFAULT);
    (isDefault ? toggledGroups.remove : toggledGroups.add)(name);
    setOpen(!isOpen);
  };
  // A closed group still lists the open table.
  const listed = tables.filter((table) => isOpen || (current && current.table === table.name));
  const hasOrders = tables.some(isOrders);
  return (
    <section>
      <h3 className="font-sans">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={list}
          onClick={toggle}
          className="flex min-h-8 w-full items-center gap-1.5 rounded-sheet px-2.5 text-left font-semibold text-ink-2 hover:text-ink"
        >
          <ChevronDown aria-hidden="true" className={`size-3.5 ${isOpen ? "" : "-rotate-90"}`} />
          {words.groups[name]}
          {hasOrders && !listed.some(isOrders) && <NewOrders />}
        </button>
      </h3>
      <ul id={list}>
        {listed.map((schema) => (
          <li key={schema.name}>
            <TableLink {...{ schema, onChosen }} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const isOrders = ({ name }: TableSchema) => name === "orders";

function TableLink({ schema, onChosen }: { schema: TableSchema; onChosen: () => void }) {
  const { lastSearch } = useAdmin();
  return (
    <Link
      to="/tables/$table"
      params={{ table: schema.name }}
      search={lastSearch.get(schema.name) ?? {}}
      activeOptions={{ includeSearch: false }}
      onClick={onChosen}
      className="flex min-h-9 items-center gap-2 rounded-sheet pr-2.5 pl-7.5 text-ink hover:bg-paper-2 aria-[current]:bg-paper-2 aria-[current]:font-semibold"
    >
      {tableLabel(schema)}
      {isOrders(schema) && <NewOrders />}
    </Link>
  );
}
