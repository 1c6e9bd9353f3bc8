import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, Suspense, useId, useState } from "react";
import {
  type DayRange,
  isStatsDay,
  RELATIVE_PERIODS,
  STATS_COMPARISONS,
  STATS_DAYS,
} from "../../../server/contract/stats.ts";
import { overviewWords as words } from "../../content/admin-overview.ts";
import { DayPicker } from "../kinds/lazy-widgets.ts";
import { ToolButton, ToolPopover } from "../ui/controls.tsx";
import { choiceClass, Choices } from "./choices.tsx";
import { daysText } from "./figures.ts";
import { hasComparisons, sortedDays, type StatsView } from "./overview-query.ts";

type PeriodProps = {
  view: StatsView;
  search: Record<string, string>;
  /** Days of the figures; undefined until they have loaded. */
  days: DayRange | undefined;
};

/** Choice of the period and of the period that it is compared with, both in the URL. */
export function PeriodChoices({ view, search, days }: PeriodProps) {
  const navigate = useNavigate();
  const go = (change: Record<string, string>) =>
    void navigate({ to: ".", search: { ...search, ...change }, resetScroll: false });
  const { "stats-grain": _grain, "stats-from": _from, "stats-to": _to, ...others } = search;
  return (
    <section className="grid gap-1 print:hidden @3xl:justify-items-end">
      <nav aria-label={words.periodsLabel} className="flex flex-wrap items-center">
        {RELATIVE_PERIODS.map((period) => (
          <Link
            key={period}
            to="."
            search={{ ...others, "stats-period": period }}
            resetScroll={false}
            aria-current={period === view.period ? "page" : undefined}
            className={choiceClass(period === view.period)}
          >
            {words.periods[period]}
          </Link>
        ))}
        <ToolPopover
          button={
            view.from && view.to ? words.chosenDates(daysText(view.from, view.to)) : words.dates
          }
          title={words.datesTitle}
          className={view.period === "custom" ? "bg-teal-2 text-teal!" : ""}
        >
          {(close) => (
            <DatesForm
              days={days}
              onDays={({ from, to }) => {
                const period = { "stats-period": "custom", "stats-from": from, "stats-to": to };
                go({ "stats-grain": "", ...period });
                close();
              }}
            />
          )}
        </ToolPopover>
      </nav>
      {hasComparisons(view.period) && (
        <div className="flex flex-wrap items-center gap-x-1">
          <span aria-hidden="true" className="px-2.5 text-ink-2">
            {words.compare}
          </span>
          <Choices
            label={words.compare}
            values={STATS_COMPARISONS}
            titles={words.comparisons}
            chosen={view.compare}
            onChoose={(compare) => go({ "stats-compare": compare })}
          />
        </div>
      )}
    </section>
  );
}

type DatesFormProps = { days: DayRange | undefined; onDays: (days: DayRange) => void };

function DatesForm({ days, onDays }: DatesFormProps) {
  const [typed, setTyped] = useState<Partial<DayRange>>({});
  const range = { from: "", to: "", ...days, ...typed };
  const [isRefused, setRefused] = useState(false);
  const problemId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = sortedDays(range.from, range.to);
    if (chosen) onDays(chosen);
    setRefused(!chosen);
  };
  return (
    <form onSubmit={submit} className="grid w-64 gap-3 p-4">
      {(["from", "to"] as const).map((name) => (
        <DayField
          key={name}
          label={name === "from" ? words.firstDay : words.lastDay}
          value={range[name]}
          onChange={(day) => setTyped({ ...typed, [name]: day })}
          problemId={isRefused && !isStatsDay(range[name]) ? problemId : undefined}
        />
      ))}
      {isRefused && (
        <p id={problemId} role="alert" className="text-danger">
          {words.daysProblem(STATS_DAYS.from.slice(0, 4), STATS_DAYS.to.slice(0, 4))}
        </p>
      )}
      <ToolButton type="submit" look="main">
        {words.showDates}
      </ToolButton>
    </form>
  );
}

type DayFieldProps = {
  label: string;
  value: string;
  onChange: (day: string) => void;
  /** Element that describes why the value is refused. */
  problemId: string | undefined;
};

function DayField({ label, problemId, ...control }: DayFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <span id={`${id}-label`}>{label}</span>
      <Suspense fallback={<span className="block min-h-9 rounded-sheet bg-paper-2" />}>
        <DayPicker
          {...control}
          id={id}
          hasTime={false}
          invalid={problemId !== undefined}
          describedBy={problemId}
          required
        />
      </Suspense>
    </div>
  );
}
