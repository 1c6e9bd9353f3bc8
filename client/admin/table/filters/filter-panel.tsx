import { useId, useState } from "react";
import type { Operator, TableField } from "../../../../server/contract/tables.ts";
import { filterWords as words } from "../../../content/admin-parts.ts";
import { INPUT, Tick, ToolPopover, TypedInput } from "../../app/controls.tsx";
import { type TablePart, withFilters } from "../table-search.ts";
import { ReferencePicker } from "../../forms/reference-picker.tsx";
import {
  type Day,
  dayAfter,
  dayBefore,
  type Filter,
  filterKindOf,
  filterQuery,
  localDay,
  nameOf,
  readFilters,
  setFilter,
  startOf,
  valueOf,
} from "./filters.ts";

/** Inputs for each field of a table, by its type. Changes apply at once. */
export function FilterPanel({ schema, search, onSearch }: TablePart) {
  const filters = readFilters(schema, search);
  const onSet = (changed: readonly Filter[]) => {
    const next = changed.reduce<readonly Filter[]>(setFilter, filters);
    onSearch(withFilters(search, filterQuery(schema, next)));
  };
  const fields = Object.entries(schema.properties).filter(
    ([name, { operators }]) => operators.length > 0 && name !== "version",
  );
  return (
    <section
      aria-label={words.panel}
      className="mb-3 max-h-[45vh] shrink-0 overflow-y-auto border-y border-line bg-paper-2/40 px-4 py-3"
    >
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15.5rem),1fr))] gap-x-4 gap-y-3">
        {fields.map(([name, field]) => (
          <FieldFilter
            key={name}
            field={field}
            canBeEmpty={!schema.required.includes(name) && !ALWAYS_FILLED.has(name)}
            get={(...operators) => valueOf(filters, name, ...operators)}
            set={(values) =>
              onSet(
                Object.entries(values).map(([operator, value]) => ({
                  field: name,
                  operator: operator as Operator,
                  value,
                })),
              )
            }
          />
        ))}
      </div>
    </section>
  );
}

/** Columns that are never empty, although the schema does not require them. */
const ALWAYS_FILLED = new Set(["id", "created_at", "updated_at"]);

type FilterInputProps = {
  id: string;
  field: TableField;
  /** The value of the first of these operators that is set, or "". */
  get: (...operators: Operator[]) => string;
  /** Sets filters of the field together; an empty value removes one. */
  set: (values: Partial<Record<Operator, string>>) => void;
};

const INPUTS = {
  text: TextFilter,
  number: NumberFilter,
  choice: ChoiceFilter,
  boolean: BooleanFilter,
  time: TimeFilter,
  reference: ReferenceFilter,
};

type FieldFilterProps = Omit<FilterInputProps, "id"> & { canBeEmpty: boolean };

function FieldFilter({ canBeEmpty, ...props }: FieldFilterProps) {
  const { field, get, set } = props;
  const id = useId();
  const Input = INPUTS[filterKindOf(field)];
  return (
    <div className="min-w-0">
      <div className="mb-1 flex min-h-6 items-center justify-between gap-2">
        <label htmlFor={id} className="min-w-0 truncate font-semibold">
          {field.title}
        </label>
        {canBeEmpty && field.operators.includes("isnull") && (
          <select
            aria-label={words.emptiness(field.title)}
            value={get("isnull")}
            onChange={({ target }) => set({ isnull: target.value })}
            className="field-sizing-content min-h-6 rounded-sheet bg-transparent text-right text-ink-2"
          >
            <option value="">{words.any}</option>
            <option value="true">{words.empty}</option>
            <option value="false">{words.filled}</option>
          </select>
        )}
      </div>
      <Input {...props} id={id} />
    </div>
  );
}

function TextFilter({ id, get, set }: FilterInputProps) {
  return (
    <TypedInput
      id={id}
      placeholder={words.contains}
      value={get("contains")}
      onTyped={(contains) => set({ contains })}
    />
  );
}

function NumberFilter({ id, field, get, set }: FilterInputProps) {
  return (
    <div className="flex gap-1.5">
      <TypedInput
        id={id}
        type="number"
        placeholder={words.atLeast}
        aria-label={words.least(field.title)}
        value={get("eq", "gte")}
        onTyped={(gte) => set({ eq: "", gte })}
      />
      <TypedInput
        type="number"
        placeholder={words.atMost}
        aria-label={words.most(field.title)}
        value={get("eq", "lte")}
        onTyped={(lte) => set({ eq: "", lte })}
      />
    </div>
  );
}

function ChoiceFilter({ field, get, set }: FilterInputProps) {
  const chosen = get("in", "eq").split(",").filter(Boolean);
  const choices = (field.enum ?? []).map(String);
  const toggle = (choice: string) => {
    const next = choices.filter((each) => chosen.includes(each) !== (each === choice));
    set({ eq: "", in: next.join(",") });
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
              <Tick
                label={nameOf(field, choice)}
                checked={chosen.includes(choice)}
                onChange={() => toggle(choice)}
                className="min-h-8 rounded-sheet px-2 hover:bg-paper-2"
              />
            </li>
          ))}
        </ul>
      )}
    </ToolPopover>
  );
}

function BooleanFilter({ id, get, set }: FilterInputProps) {
  return (
    <select
      id={id}
      value={get("eq")}
      onChange={({ target }) => set({ eq: target.value })}
      className={INPUT}
    >
      <option value="">{words.any}</option>
      <option value="true">{words.yes}</option>
      <option value="false">{words.no}</option>
    </select>
  );
}

/** A range of local days; the last day is included. */
function TimeFilter({ id, field, get, set }: FilterInputProps) {
  const [from, before] = [get("gte"), get("lt")].map((time) => time && localDay(new Date(time)));
  return (
    <div className="flex gap-1.5">
      <DayInput
        id={id}
        label={words.from(field.title)}
        value={from ?? ""}
        onDay={(day) => set({ gte: startOf(day) ?? "" })}
      />
      <DayInput
        label={words.until(field.title)}
        value={before ? dayBefore(before) : ""}
        onDay={(day) => set({ lt: (day && startOf(dayAfter(day))) ?? "" })}
      />
    </div>
  );
}

type DayInputProps = { id?: string; label: string; value: Day; onDay: (day: Day) => void };

/**
 * Date input that reports complete days, or "" when it is cleared. While a person types a year, the
 * browser already reports dates such as 0002, 0020 and 0202.
 */
function DayInput({ id, label, value, onDay }: DayInputProps) {
  const [draft, setDraft] = useState<Day>();
  return (
    <input
      id={id}
      type="date"
      aria-label={label}
      value={draft ?? value}
      onChange={({ target }) => {
        setDraft(target.value);
        // An incomplete date is also "".
        const isCleared = target.value === "" && !target.validity.badInput;
        const isComplete = !target.value.startsWith("0") && startOf(target.value) !== undefined;
        if (isCleared || isComplete) onDay(target.value);
      }}
      onBlur={() => setDraft(undefined)}
      className={`${INPUT} px-1.5!`}
    />
  );
}

function ReferenceFilter({ id, field, get, set }: FilterInputProps) {
  const value = get("eq");
  return (
    <ReferencePicker
      id={id}
      table={field.reference ?? ""}
      label={field.title}
      value={value === "" ? null : Number(value)}
      onChange={(chosen) => set({ eq: chosen === null ? "" : String(chosen) })}
    />
  );
}
