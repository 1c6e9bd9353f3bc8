import { useQuery, useQueryClient } from "@tanstack/react-query";
import type {
  Health,
  Line,
  PaymentsReport,
  TestMailAnswer,
} from "../../../server/contract/health.ts";
import { healthWords as words } from "../../content/admin-health.ts";
import { adminCalls } from "../data/api.ts";
import { ToolButton } from "../app/controls.tsx";
import { Panel, PanelRows } from "../desk/panels.tsx";
import { Screen, ScreenFailed, ScreenLoading } from "../desk/screen.tsx";
import { hourOrTimeOf } from "../desk/times.ts";
import { AsOf } from "../data/as-of.tsx";
import type { FromDevice } from "../data/reads.ts";
import { groupLines, healthQuery } from "./health-data.ts";
import { HealthLine } from "./health-line.tsx";
import { type Asking, useAsking } from "./use-asking.ts";

/** All checks of the store, failed ones first, a test mail and a check of the payment provider. */
export function HealthScreen() {
  const { data, error, refetch } = useQuery(healthQuery);
  if (data) return <HealthBody health={data} />;
  if (!error) return <ScreenLoading label={words.loading} />;
  return <ScreenFailed heading={words.failed} error={error} onRetry={() => void refetch()} />;
}

function HealthBody({ health: { checks, checkedAt, readAt } }: { health: Health & FromDevice }) {
  const client = useQueryClient();
  const readAgain = () => client.invalidateQueries({ queryKey: healthQuery.queryKey });
  const mail = useAsking(adminCalls.sendTestMail);
  const payments = useAsking(async () => {
    const report = await adminCalls.checkPayments();
    // Missed events were fetched, which changes other checks.
    void readAgain();
    return report;
  });
  const { bad, warn, rest } = groupLines(checks);
  return (
    <Screen
      title={words.title}
      lead={
        <>
          {readAt === undefined && (
            <p>
              {leadOf(bad.length, warn.length)} {words.checked(hourOrTimeOf(checkedAt))}
            </p>
          )}
          <AsOf readAt={readAt} />
        </>
      }
      actions={
        <>
          <AskButton asking={mail} label={words.testMail} busy={words.sending} />
          <AskButton asking={payments} label={words.checkPayments} busy={words.checking} />
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <MailAnswer asking={mail} />
        <PaymentsAnswer asking={payments} />
        <Lines title={words.groups.bad} lines={bad} urgent />
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

type AskButtonProps = { asking: Asking<unknown>; label: string; busy: string };

function AskButton({ asking: { isAsking, ask }, label, busy }: AskButtonProps) {
  return (
    <ToolButton onClick={ask} aria-disabled={isAsking}>
      {isAsking ? busy : label}
    </ToolButton>
  );
}

type LinesProps = { title: string; lines: readonly Line[]; urgent?: boolean };

function Lines({ title, lines, urgent = false }: LinesProps) {
  if (lines.length === 0) return null;
  return (
    <Panel title={title} count={urgent ? lines.length : undefined} urgent={urgent}>
      <PanelRows>
        {lines.map((line) => (
          <HealthLine key={line.name} line={line} />
        ))}
      </PanelRows>
    </Panel>
  );
}

function MailAnswer({ asking: { answer, problem } }: { asking: Asking<TestMailAnswer> }) {
  return (
    <div role="status" className="empty:hidden">
      {answer && (
        <Panel title={words.mailHeading} urgent={answer.state === "refused"}>
          <p className="max-w-prose px-4 py-3 wrap-anywhere">{mailText(answer)}</p>
        </Panel>
      )}
      {problem && <Failure heading={words.mailFailed} text={problem} />}
    </div>
  );
}

function mailText({ state, to, said }: TestMailAnswer): string {
  if (state === "refused") return words.mail.refused(said ?? "");
  return state === "sent" ? words.mail.sent(to) : words.mail.waiting(to);
}

function PaymentsAnswer({ asking: { answer, problem } }: { asking: Asking<PaymentsReport> }) {
  return (
    <div role="status" className="empty:hidden">
      {answer && (
        <Panel
          title={words.paymentsHeading}
          urgent={answer.lines.some(({ state }) => state === "bad")}
        >
          <PanelRows>
            {answer.lines.map((line) => (
              <HealthLine key={line.name} line={line} />
            ))}
          </PanelRows>
        </Panel>
      )}
      {problem && <Failure heading={words.paymentsFailed} text={problem} />}
    </div>
  );
}

function Failure({ heading, text }: { heading: string; text: string }) {
  return (
    <Panel title={heading} urgent>
      <p className="px-4 py-3">{text}</p>
    </Panel>
  );
}
