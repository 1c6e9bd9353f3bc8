import { Check, CircleAlert, CircleHelp, type LucideIcon, TriangleAlert } from "lucide-react";
import type { Line, LineState } from "../../../server/contract/health.ts";
import { healthWords as words } from "../../content/admin-health.ts";

const LOOKS: Record<LineState, { icon: LucideIcon; color: string }> = {
  ok: { icon: Check, color: "text-teal" },
  warn: { icon: TriangleAlert, color: "text-ink" },
  bad: { icon: CircleAlert, color: "text-danger" },
  unknown: { icon: CircleHelp, color: "text-ink-2" },
};

/** One check: its state as icon and word, its text, and what to do. */
export function HealthLine({ line: { title, state, text, todo } }: { line: Line }) {
  const { icon: Icon, color } = LOOKS[state] ?? LOOKS.unknown;
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2.5 px-4 py-2.5">
      <Icon aria-hidden="true" className={`mt-0.5 size-4.5 ${color}`} />
      <div className="grid gap-x-6 gap-y-1 @2xl:grid-cols-[13rem_minmax(0,1fr)]">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <strong className="font-semibold">{title}</strong>
          <span className={`text-xs ${color}`}>{words.states[state] ?? words.states.unknown}</span>
        </p>
        <div className="grid max-w-prose gap-1">
          <p className="wrap-anywhere tabular-nums">{text}</p>
          {todo && <p className="wrap-anywhere text-ink-2">{todo}</p>}
        </div>
      </div>
    </li>
  );
}
