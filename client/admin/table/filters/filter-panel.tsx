import { useId } from "react";
import type { TableField, TableSchema } from "../../../../server/contract/tables.ts";
import { filterWords as words } from "../../../content/admin-parts.ts";
import { ReferencePicker } from "../../forms/reference-picker.tsx";
import { INPUT, TypedInput } from "../../app/inputs.tsx";
import { ToolPopover } from "../../app/popover.tsx";
import type { TablePart } from "../../app/part-props.ts";
import { withFilters } from "../table-search.ts";
import { DayInput } from "./day-input.tsx";
import { dayAfter, dayBefore, dayOf, startOf } from "./days.ts";
import {
  type Filter,
  filterableFields,
  filterKindOf,
  filterQuery,
  nameOf,
  readFilters,
  setFilter,
  valueOf,
} from "./filters.ts";

/** Inputs for each field of a table, by its type; what is typed filters at once. */
export function FilterPanel({ schema, search, onSearch }: TablePart) {
  const filters = readFilters(schema, search);
  const onSet = (...changed: Filter[]) => {
    const next = changed.reduce<readonly Filter[]>(setFilter, filters);
    onSearch(withFilters(search, filterQuery(schema, next)));
  };
  // Nothing is known of a row by the count of its changes.
  const fields = filterableFields(schema).filter(([name]) => name !== "version");
  return (
    <section
      aria-label={words.panel}
      className="mb-3 max-h-[45vh] shrink-0 overflow-y-auto border-y border-line bg-paper-2/40 px-4 py-3"
    >
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15.5rem),1fr))] gap-x-4 gap-y-3">
        {fields.map(([name, field]) => (
          <FieldFilter key={name} {...{ schema, name, field, filters, onSet }} />
        ))}
      </div>
    </section>
  );
}

type FieldFilterProps = {
  schema: TableSchema;
  name: string;
  field: TableField;
  filters: readonly Filter[];
  /** Sets filters together, so that one does not undo the other. */
  onSet: (...filters: Filter[]) => void;
};

type InputProps = Omit<FieldFilterProps, "schema"> & { id: string };

const INPUTS = {
  text: TextFilter,
  list: TextFilter,
  number: NumberFilter,
  choice: ChoiceFilter,
  boolean: BooleanFilter,
  time: TimeFilter,
  reference: ReferenceFilter,
};

/** Never empty in any row, whatever the schema says of them. */
const ALWAYS_FILLED = new Set(["id", "version", "created_at", "updated_at"]);

function FieldFilter({ schema, ...props }: FieldFilterProps) {
  const { name, field } = props;
  const id = useId();
  const Input = INPUTS[filterKindOf(field)];
  const canBeEmpty =
    field.operators.includes("isnull") &&
    !ALWAYS_FILLED.has(name) &&
    !schema.required.includes(name);
  return (
    <div className="min-w-0">
      <div className="mb-1 flex min-h-6 items-center justify-between gap-2">
        <label htmlFor={id} className="min-w-0 truncate font-semibold">
          {field.title}
        </label>
        {canBeEmpty && <Emptiness {...props} />}
      </div>
      <Input {...props} id={id} />
    </div>
  );
}

function Emptiness({ name, field, filters, onSet }: Omit<FieldFilterProps, "schema">) {
  return (
    <select
      aria-label={words.emptiness(field.title)}
      value={valueOf(filters, name, "isnull")}
      onChange={({ target }) => onSet({ field: name, operator: "isnull", value: target.value })}
      className="field-sizing-content min-h-6 rounded-sheet bg-transparent text-right text-ink-2"
    >
      <option value="">{words.any}</option>
      <option value="true">{words.empty}</option>
      <option value="false">{words.filled}</option>
    </select>
  );
}

function TextFilter({ id, name, filters, onSet }: InputProps) {
  return (
    <TypedInput
      id={id}
      placeholder={words.contains}
      value={valueOf(filters, name, "contains")}
      onTyped={(value) => onSet({ field: name, operator: "contains", value })}
    />
  );
}

function NumberFilter({ id, name, field, filters, onSet }: InputProps) {
  const exact = valueOf(filters, name, "eq");
  return (
    <div className="flex gap-1.5">
      <TypedInput
        id={id}
        type="number"
        placeholder={words.atLeast}
        aria-label={words.least(field.title)}
        value={exact || valueOf(filters, name, "gte")}
        onTyped={(value) =>
          onSet({ field: name, operator: "eq", value: "" }, { field: name, operator: "gte", value })
        }
      />
      <TypedInput
        type="number"
        placeholder={words.atMost}
        aria-label={words.most(field.title)}
        value={exact || valueOf(filters, name, "lte")}
        onTyped={(value) =>
          onSet({ field: name, operator: "eq", value: "" }, { field: name, operator: "lte", value })
        }
      />
    </div>
  );
}

function ChoiceFilter({ name, field, filters, onSet }: InputProps) {
  const chosen = valueOf(filters, name, "in", "eq").split(",").filter(Boolean);
  const choices = (field.enum ?? []).map(String);
  const toggle = (choice: string) => {
    const next = choices.filter((each) => chosen.includes(each) !== (each === choice));
    onSet(
      { field: name, operator: "eq", value: "" },
      { field: name, operator: "in", value: next.join(",") },
    );
  };
  return (
    <ToolPopover
      title={field.title}
      className="w-full justify-between! rounded-sheet! border-ink-2! font-normal!"
      button={
        <span className="min-w-0 truncate">
          {chosen.map((choice) => nameOf(field, choice)).join(", ") || words.any}
        </span>
      }
    >
      {() => (
        <ul className="max-h-72 min-w-48 overflow-y-auto p-1.5">
          {choices.map((choice) => (
            <li key={choice}>
              <label className="flex min-h-8 cursor-pointer items-center gap-2 rounded-sheet px-2 hover:bg-paper-2">
                <input
                  type="checkbox"
                  checked={chosen.includes(choice)}
                  onChange={() => toggle(choice)}
                  className="size-4 accent-teal"
                />
                {nameOf(field, choice)}
              </label>
            </li>
          ))}
        </ul>
      )}
    </ToolPopover>
  );
}

function BooleanFilter({ id, name, filters, onSet }: InputProps) {
  return (
    <select
      id={id}
      value={valueOf(filters, name, "eq")}
      onChange={({ target }) => onSet({ field: name, operator: "eq", value: target.value })}
      className={INPUT}
    >
      <option value="">{words.any}</option>
      <option value="true">{words.yes}</option>
      <option value="false">{words.no}</option>
    </select>
  );
}

/** Days of the reader's calendar, the last one whole. */
function TimeFilter({ id, name, field, filters, onSet }: InputProps) {
  const [from, before] = [valueOf(filters, name, "gte"), valueOf(filters, name, "lt")];
  return (
    <div className="flex gap-1.5">
      <DayInput
        id={id}
        label={words.from(field.title)}
        value={from && dayOf(from)}
        onDay={(day) => onSet({ field: name, operator: "gte", value: startOf(day) ?? "" })}
      />
      <DayInput
        label={words.until(field.title)}
        value={before && dayBefore(dayOf(before))}
        onDay={(day) => {
          const end = day && startOf(dayAfter(day));
          onSet({ field: name, operator: "lt", value: end ?? "" });
        }}
      />
    </div>
  );
}

function ReferenceFilter({ id, name, field, filters, onSet }: InputProps) {
  const value = valueOf(filters, name, "eq");
  return (
    <ReferencePicker
      id={id}
      table={field.reference ?? ""}
      label={field.title}
      value={value === "" ? null : Number(value)}
      onChange={(chosen) =>
        onSet({ field: name, operator: "eq", value: chosen === null ? "" : String(chosen) })
      }
    />
  );
}
