import { useId, useState } from "react";
import { filterWords as words } from "../../../content/admin-parts.ts";
import { INPUT } from "../../app/inputs.tsx";
import type { TablePart } from "../../app/part-props.ts";
import { withFilters } from "../table-search.ts";
import { type Filter, filterQuery, readFilters, setFilter } from "./filters.ts";
import { readFilterLine } from "./read-filter-line.ts";

/** Puts the cursor into the line, once it is shown. */
export function focusFilterLine(): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLInputElement>("input[data-filter-line]")?.focus();
  });
}

/** Filters typed as a sentence: they are added to those that are set. */
export function FilterLine({ schema, search, onSearch }: TablePart) {
  const id = useId();
  const [line, setLine] = useState("");
  const [problem, setProblem] = useState<string>();
  const apply = () => {
    const read = readFilterLine(schema, line);
    if ("problem" in read) return setProblem(read.problem);
    const filters = read.filters.reduce<readonly Filter[]>(setFilter, readFilters(schema, search));
    onSearch(withFilters(search, filterQuery(schema, filters)));
    setLine("");
  };
  return (
    <form
      className="min-w-0"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <label htmlFor={id} className="font-semibold">
        {words.line}
      </label>
      <input
        id={id}
        value={line}
        data-filter-line=""
        placeholder={words.linePlaceholder}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          setLine(target.value);
          setProblem(undefined);
        }}
        className={`${INPUT} mt-1`}
      />
      <p
        id={`${id}-hint`}
        role={problem && "alert"}
        className={`mt-1 ${problem ? "text-danger" : "text-ink-2"}`}
      >
        {problem ?? words.lineHint}
      </p>
    </form>
  );
}
