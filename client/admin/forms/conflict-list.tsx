import { type ReactNode, useId } from "react";
import type { TableField, Value } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import { actorText } from "../ui/formats.ts";
import type { RowPart } from "../kinds/field-kind.ts";
import { wholeText } from "../kinds/kinds.ts";
import type { ChangedMeanwhile } from "../data/request.ts";
import type { Choices, Conflict } from "../offline/merge.ts";

const words = adminWords.conflict;

type ConflictListProps = {
  properties: Record<string, TableField>;
  row: RowPart;
  conflicts: readonly Conflict[];
  choices: Choices;
  onChoose: (name: string, side: Choices[string]) => void;
  /** Renders an input for a value other than the two in conflict. */
  renderOther?: (name: string, field: TableField) => ReactNode;
};

/** Fields that another person changed as well, with a choice of the value to keep. */
export function ConflictList({ properties, row, conflicts, ...rest }: ConflictListProps) {
  const { choices, onChoose, renderOther } = rest;
  const group = useId();
  return conflicts.map(({ name, before, ...values }) => {
    const field = properties[name];
    if (!field) return null;
    const show = (value: Value) => wholeText(field, value, row) || words.empty;
    const chosen = choices[name] ?? "mine";
    const sides = ["theirs", "mine", ...(renderOther ? ["other" as const] : [])] as const;
    return (
      <fieldset key={name} className="mt-3 grid gap-1.5">
        <legend className="font-semibold">{field.title}</legend>
        <p className="wrap-anywhere whitespace-pre-wrap text-ink-2">
          {words.original}: {show(before)}
        </p>
        {sides.map((side) => (
          <label key={side} className="flex min-h-6 items-start gap-2">
            <input
              type="radio"
              name={`${group}-${name}`}
              checked={chosen === side}
              onChange={() => onChoose(name, side)}
              className="mt-0.5 size-4 shrink-0 accent-teal"
            />
            <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">
              <span className="font-semibold">{words[side]}</span>
              {side !== "other" && `: ${show(values[side])}`}
            </span>
          </label>
        ))}
        {chosen === "other" && <div className="pl-6">{renderOther?.(name, field)}</div>}
      </fieldset>
    );
  });
}

/** Describes who last changed a row and when; "" if unknown. */
export function lastChangeText(
  { changedBy, changedAt }: ChangedMeanwhile["last"],
  userId: number,
): string {
  if (changedBy === undefined || changedAt === undefined) return "";
  return words.last(actorText(changedBy, userId), new Date(changedAt).toLocaleString());
}
