import { Check, CircleAlert, CircleHelp, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type {
  Health,
  Line,
  LineState,
  PaymentsReport,
  TestMailAnswer,
} from "../../../server/contract/health.ts";
import { checklistWords } from "../../content/admin-checklist.ts";
import { healthWords as words } from "../../content/admin-health.ts";
import { readableMessage } from "../../lib/answer.ts";
import { ToolButton, toolClass } from "../ui/controls.tsx";
import { adminCalls } from "../data/api.ts";
import { useDirectWrite } from "../data/use-direct-write.ts";
import { useStored } from "../data/use-stored.tsx";
import { AsOf, type AsOfTime } from "../ui/as-of.tsx";
import { Panel, PanelRows } from "../ui/panels.tsx";
import { LoadedScreen, Screen, ScreenLink } from "../ui/screen.tsx";
import type { ScreenPath } from "../url/screen-paths.ts";
import { useTimes } from "../ui/times.ts";
import { groupLines, healthQuery } from "./health-mark.tsx";
import { LinkedRows } from "./linked-rows.tsx";

const CHECKLIST_PATH: ScreenPath = { to: "/checklist" };

/** Screen with all health checks, failed ones first, and buttons to test mail and payments. */
export function HealthScreen() {
  return (
    <LoadedScreen query={useStored(healthQuery)} words={words}>
      {(health, asOf) => <HealthBody health={health} asOf={asOf} />}
    </LoadedScreen>
  );
}

type HealthBodyProps = { health: Health; asOf: AsOfTime | undefined };

function HealthBody({ health: { checks, checkedAt }, asOf }: HealthBodyProps) {
  const mail = useDirectWrite<TestMailAnswer>();
  const payments = useDirectWrite<PaymentsReport>();
  const { hourOrTimeOf } = useTimes();
  const { bad, warn, rest } = groupLines(checks);
  return (
    <Screen
      title={words.title}
      lead={
        <>
          {!asOf && (
            <p>
              {leadOf(bad.length, warn.length)} {words.checked(hourOrTimeOf(checkedAt))}
            </p>
          )}
          <AsOf of={asOf} />
        </>
      }
      actions={
        <>
          <ScreenLink path={CHECKLIST_PATH} className={toolClass("quiet")}>
            {checklistWords.show}
          </ScreenLink>
          <ToolButton
            onClick={() => mail.write({ call: adminCalls.sendTestMail })}
            aria-disabled={mail.isBusy}
          >
            {mail.isBusy ? words.sending : words.testMail}
          </ToolButton>
          <ToolButton
            onClick={() =>
              payments.write({
                call: adminCalls.checkPayments,
                // Fetching missed events can change the results of other checks.
                reloads: healthQuery.queryKey,
              })
            }
            aria-disabled={payments.isBusy}
          >
            {payments.isBusy ? words.checking : words.checkPayments}
          </ToolButton>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Result heading={words.mailFailed} error={mail.error}>
          {mail.result && (
            <Panel title={words.mailHeading} urgent={mail.result.state === "refused"}>
              <p className="max-w-prose px-4 py-3 wrap-anywhere">{mailText(mail.result)}</p>
            </Panel>
          )}
        </Result>
        <Result heading={words.paymentsFailed} error={payments.error}>
          {payments.result && (
            <Lines
              title={words.paymentsHeading}
              lines={payments.result.lines}
              urgent={payments.result.lines.some(({ state }) => state === "bad")}
            />
          )}
        </Result>
        <Lines title={words.groups.bad} lines={bad} count={bad.length} urgent />
        <Lines title={words.groups.warn} lines={warn} />
        <Lines
          title={rest.length === checks.length ? words.groups.all : words.groups.rest}
          lines={rest}
        />
      </div>
    </Screen>
  );
}

function leadOf(red: number, look: number): string {
  if (red > 0) return words.red(red);
  return look > 0 ? words.look(look) : words.allWell;
}

function mailText({ state, to, said }: TestMailAnswer): string {
  if (state === "refused") return words.mail.refused(said ?? "");
  return state === "sent" ? words.mail.sent(to) : words.mail.waiting(to);
}

type ResultProps = { heading: string; error: Error | null; children: ReactNode };

/** Live region with the result of a request, or its error in a panel titled `heading`. */
function Result({ heading, error, children }: ResultProps) {
  return (
    <div role="status" className="empty:hidden">
      {children}
      {error && (
        <Panel title={heading} urgent>
          <p className="px-4 py-3">{readableMessage(error)}</p>
        </Panel>
      )}
    </div>
  );
}

type LinesProps = { title: string; lines: readonly Line[]; count?: number; urgent?: boolean };

function Lines({ title, lines, count, urgent }: LinesProps) {
  if (lines.length === 0) return null;
  return (
    <Panel title={title} count={count} urgent={urgent}>
      <PanelRows>
        {lines.map((line) => (
          <HealthLine key={line.name} line={line} />
        ))}
      </PanelRows>
    </Panel>
  );
}

const LOOKS: Record<LineState, { icon: LucideIcon; color: string }> = {
  ok: { icon: Check, color: "text-teal" },
  warn: { icon: TriangleAlert, color: "text-ink" },
  bad: { icon: CircleAlert, color: "text-danger" },
  unknown: { icon: CircleHelp, color: "text-ink-2" },
};

/** Health check with its state as icon and text, and the recommended fix. */
function HealthLine({ line: { title, state, text, todo, rows = [] } }: { line: Line }) {
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
          <LinkedRows rows={rows} />
        </div>
      </div>
    </li>
  );
}
