import type { Value } from "../../../../server/contract/tables.ts";
import { adminWords } from "../../../content/admin.ts";
import type { Conflict } from "../../../local/merge.ts";
import { wholeText } from "../formats.ts";
import type { RowForm } from "./use-row-form.ts";

const words = adminWords.conflict;

/** The fields that another person has changed as well: theirs and mine, to choose from. */
export function ConflictList({ rowForm }: { rowForm: RowForm }) {
  const { conflicts, choices, form, choose } = rowForm;
  return (
    <section className="mb-5 rounded-sheet border border-sun px-3 py-3">
      <h3 className="font-sans text-sm">{words.heading}</h3>
      {conflicts.map(({ name, ...conflict }) => {
        const field = form.properties[name];
        if (!field) return null;
        const show = (value: Value) => wholeText(field, value) || words.empty;
        const side = (which: "mine" | "theirs", key: keyof Omit<Conflict, "name">) => (
          <label className="flex gap-2">
            <input
              type="radio"
              name={`conflict-${name}`}
              checked={(choices[name] ?? "mine") === which}
              onChange={() => choose(name, which)}
              className="mt-0.5 size-4 shrink-0 accent-teal"
            />
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">{words[which]}:</span> {show(conflict[key])}
            </span>
          </label>
        );
        return (
          <fieldset key={name} className="mt-3 grid gap-1.5">
            <legend className="font-semibold">{field.title}</legend>
            <p className="wrap-anywhere text-ink-2">
              {words.original}: {show(conflict.before)}
            </p>
            {side("theirs", "theirs")}
            {side("mine", "mine")}
          </fieldset>
        );
      })}
    </section>
  );
}
