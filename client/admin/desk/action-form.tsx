import { type FormEvent, useEffect, useRef } from "react";
import { formatMoney } from "../../../server/contract/format.ts";
import type { TableAction } from "../../../server/contract/tables.ts";
import { Alert } from "../../components/alert.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { deskWords } from "../../content/admin-orders.ts";
import { useFocusAfterRender } from "../../lib/focus.ts";
import { readableMessage } from "../../lib/readable-error.ts";
import { outboxWords } from "../../content/admin-outbox.ts";
import { ToolButton } from "../app/controls.tsx";
import { NoConnection } from "../data/no-connection.tsx";
import { FieldRow } from "../forms/field-row.tsx";
import { fieldOf } from "./action-state.ts";
import type { ActionRun } from "./use-action.ts";

const words = deskWords.actions;

type ActionFormProps = {
  action: TableAction;
  run: ActionRun;
  /** Absent where the form stands on its page. */
  onCancel?: () => void;
};

/** What an action asks for, what it will do, and the press that does it. */
export function ActionForm({ action, run, onCancel }: ActionFormProps) {
  const { state, desk, press } = run;
  const form = useRef<HTMLFormElement>(null);
  const focusLater = useFocusAfterRender();
  const isDialog = onCancel !== undefined;
  useEffect(() => {
    if (isDialog && state.step === "form") fieldsOf(form.current)[0]?.focus();
  }, [isDialog, state.step]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    press();
    focusLater(() => fieldsOf(form.current).find((field) => field.ariaInvalid === "true"));
  };
  if (action.movesMoney && desk.isPending && desk.isFetching) {
    return (
      <div className="p-5">
        <Spinner label={words.loading} />
      </div>
    );
  }
  // As far from the edge as the heading above it.
  const inset = onCancel ? "px-5" : "px-4";
  const isQuestion = state.step === "confirm";
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="flex min-h-0 flex-1 flex-col">
      <div className={`flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto py-4 ${inset}`}>
        <NoConnection text={outboxWords.action(action.title)} />
        {isQuestion ? <MoneyQuestion run={run} /> : <Questions action={action} run={run} />}
        {/* Always there: a live region that arrives with its text is not read out. */}
        <div role="alert" className="empty:-mt-4">
          {(state.problem || desk.error) && (
            <Alert tone="danger" className="px-3.5 py-2.5 font-semibold wrap-anywhere text-danger">
              {state.problem ?? readableMessage(desk.error)}
            </Alert>
          )}
        </div>
      </div>
      <footer className={`flex flex-wrap justify-end gap-2 border-t border-line py-3 ${inset}`}>
        {isQuestion ? (
          <ToolButton onClick={() => run.dispatch({ kind: "back" })} disabled={state.sending}>
            {words.back}
          </ToolButton>
        ) : (
          onCancel && (
            <ToolButton onClick={onCancel} disabled={state.sending}>
              {words.cancel}
            </ToolButton>
          )
        )}
        <ToolButton
          type="submit"
          look={isQuestion ? "danger" : "main"}
          aria-disabled={state.sending}
        >
          {labelOf(action, run)}
        </ToolButton>
      </footer>
    </form>
  );
}

function fieldsOf(form: HTMLFormElement | null): HTMLElement[] {
  return [...(form?.querySelectorAll<HTMLElement>("input, textarea, select") ?? [])];
}

function labelOf(action: TableAction, { state, moved, money }: ActionRun): string {
  if (state.sending) return words.working;
  if (!action.movesMoney) return action.title;
  if (state.step === "form") return words.continue;
  return words.money(action.title, formatMoney(moved, money?.currency ?? "usd"));
}

type QuestionsProps = { action: TableAction; run: ActionRun };

function Questions({ action, run }: QuestionsProps) {
  const { state, dispatch, money, email, problemOf } = run;
  const { properties, required } = action.form;
  return (
    <>
      {action.description && <p className="text-ink-2">{action.description}</p>}
      {Object.keys(properties).map((name) => (
        <div key={name} onBlur={() => dispatch({ kind: "left", name })}>
          <FieldRow
            name={name}
            field={fieldOf(action, { name, money })}
            value={state.typed[name] ?? null}
            required={required.includes(name)}
            problem={problemOf(name)}
            disabled={state.sending}
            onChange={(value) => dispatch({ kind: "typed", name, value })}
          />
        </div>
      ))}
      {action.sendsMail && <p>{email ? words.mailTo(email) : words.mail}</p>}
    </>
  );
}

/** The second look at an amount. It takes the focus, so that a held Enter presses nothing. */
function MoneyQuestion({ run: { moved, money, email } }: { run: ActionRun }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  const amount = formatMoney(moved, money?.currency ?? "usd");
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <p className="text-2xl font-semibold tabular-nums">{amount}</p>
      <p className="mt-1">{email ? words.moneyTo(amount, email) : words.moneyQuestion(amount)}</p>
      <p className="mt-2 text-ink-2">{words.moneyWarning}</p>
    </div>
  );
}
