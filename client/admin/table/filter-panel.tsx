import { X } from "lucide-react";
import { type ComponentProps, useId } from "react";
import type { TableSchema } from "../../../server/contract/tables.ts";
import { filterWords as words } from "../../content/admin-parts.ts";
import { INPUT, Tick, ToolButton, ToolPopover, TypedInput } from "../ui/controls.tsx";
import { ReferencePicker } from "../forms/reference-picker.tsx";
import { useReferenceLabel } from "../forms/references.ts";
import {
  type Condition,
  conditionsOf,
  type FieldFilter,
  filterKindOf,
  filterText,
  groupByField,
  nameOf,
} from "./filters.ts";
import type { GridTable } from "./grid-table.tsx";
import {
  type Conditions,
  type FilterInputProps,
  NumberFilter,
  TimeFilter,
} from "./range-filters.tsx";

type FilterProps = { schema: TableSchema; table: GridTable };

/** Active filters as chips with a remove button. */
export function FilterChips({ schema, table }: FilterProps) {
  const conditions = conditionsOf(table.state.columnFilters as FieldFilter[]);
  if (conditions.length === 0) return null;
  const remove = (removed: Condition) =>
    table.setColumnFilters(groupByField(conditions.filter((each) => each !== removed)));
  return (
    <div className="flex flex-wrap items-center gap-1.5 px-4 pb-3">
      <ul aria-label={words.active} className="contents">
        {conditions.map((condition) => (
          <li key={`${condition.field} ${condition.operator}`} className="min-w-0">
            <Chip {...{ schema, condition }} onRemove={() => remove(condition)} />
          </li>
        ))}
      </ul>
      <ToolButton look="plain" className="min-h-8" onClick={() => table.resetColumnFilters(true)}>
        {words.clear}
      </ToolButton>
    </div>
  );
}

function Chip(props: { schema: TableSchema; condition: Condition; onRemove: () => void }) {
  const { schema, condition, onRemove } = props;
  const reference = schema.properties[condition.field]?.reference;
  const { title, verb, value } = filterText(schema, condition);
  const isOne = reference !== undefined && ["eq", "ne"].includes(condition.operator);
  const label = useReferenceLabel(reference ?? "", isOne ? Number(condition.value) : null);
  const shown = label || value;
  return (
    <span className="flex min-h-8 max-w-full items-center gap-1 rounded-sheet bg-teal-2 pl-2.5 text-xs text-ink">
      <span className="min-w-0 truncate">
        {title} <span className="text-teal">{verb}</span>{" "}
        {shown && <strong className="font-semibold">{shown}</strong>}
      </span>
      <button
        type="button"
        aria-label={words.remove(`${title} ${verb} ${shown}`.trim())}
        onClick={onRemove}
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-sheet text-teal hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </span>
  );
}

/** Columns that are never empty, although the schema does not require them. */
const ALWAYS_FILLED = new Set(["id", "created_at", "updated_at"]);

/** Filter inputs for each field of a table. Changes apply immediately. */
export function FilterPanel({ schema, table }: FilterProps) {
  return (
    <section
      aria-label={words.panel}
      className="mb-3 max-h-[45vh] shrink-0 overflow-y-auto border-y border-line bg-paper-2/40 px-4 py-3"
    >
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15.5rem),1fr))] gap-x-4 gap-y-3">
        {Object.entries(schema.properties).map(([name, field]) => {
          const column = table.getColumn(name);
          if (!column?.getCanFilter()) return null;
          const conditions = (column.getFilterValue() ?? {}) as Conditions;
          return (
            <FilterField
              key={name}
              field={field}
              canBeEmpty={!schema.required.includes(name) && !ALWAYS_FILLED.has(name)}
              get={(...operators) => operators.map((each) => conditions[each]).find(Boolean) ?? ""}
              set={(changed) => column.setFilterValue({ ...conditions, ...changed })}
            />
          );
        })}
      </div>
    </section>
  );
}

const INPUTS = {
  text: TextFilter,
  number: NumberFilter,
  choice: ChoiceFilter,
  boolean: BooleanFilter,
  time: TimeFilter,
  reference: ReferenceFilter,
};

type FilterFieldProps = Omit<FilterInputProps, "id"> & { canBeEmpty: boolean };

function FilterField({ canBeEmpty, ...props }: FilterFieldProps) {
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
          <TrueOrFalse
            aria-label={words.emptiness(field.title)}
            names={[words.empty, words.filled]}
            value={get("isnull")}
            onValue={(isnull) => set({ isnull })}
            className="field-sizing-content min-h-6 rounded-sheet bg-transparent text-right text-ink-2"
          />
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
  const input = { id, value: get("eq"), onValue: (eq: string) => set({ eq }) };
  return <TrueOrFalse {...input} names={[words.yes, words.no]} className={INPUT} />;
}

type TrueOrFalseProps = Omit<ComponentProps<"select">, "onChange"> & {
  names: readonly [isTrue: string, isFalse: string];
  onValue: (value: string) => void;
};

function TrueOrFalse({ names, onValue, ...rest }: TrueOrFalseProps) {
  return (
    <select {...rest} onChange={({ target }) => onValue(target.value)}>
      <option value="">{words.any}</option>
      <option value="true">{names[0]}</option>
      <option value="false">{names[1]}</option>
    </select>
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
