import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useCallback, useEffect, useReducer, useRef, useState } from "react";
import type { TableAction } from "../../../server/contract/tables.ts";
import { Alert, Spinner } from "../../components/notice.tsx";
import { actionWords as words } from "../../content/admin-orders.ts";
import { outboxWords } from "../../content/admin-outbox.ts";
import { useFocusAfterRender } from "../../lib/form.ts";
import { randomKey } from "../../lib/retry.ts";
import { textOf, numberOf } from "../../lib/read-fields.ts";
import { readableMessage } from "../../lib/answer.ts";
import { ToolButton } from "../ui/controls.tsx";
import { AdminDialog, useDialogs } from "../ui/dialog.tsx";
import { isRefusal } from "../offline/write-failure.ts";
import { adminCalls } from "../data/api.ts";
import { NoConnection } from "../data/no-connection.tsx";
import type { WriteOptions } from "../data/request.ts";
import { useSchemas } from "../data/queries.ts";
import { rowLabel } from "../data/row-texts.ts";
import { useWrites } from "../data/use-writes.tsx";
import { FieldRow } from "../forms/field-row.tsx";
import { moneyText } from "../ui/formats.ts";
import {
  actionReducer,
  actionRow,
  type ActionTarget,
  checkAction,
  fieldsOf,
  openAction,
} from "./action-state.ts";
import { useOpenLink } from "./open-link.tsx";
import { orderQuery } from "./order-queries.ts";
import { moneyOf, orderIdOf, recipientOf } from "./order-amounts.ts";

/** Returns a function that opens the dialog of an action, for a row of any table. */
export function useOpenAction(): (target: ActionTarget) => void {
  const { show } = useDialogs();
  const openLink = useOpenLink();
  const schemas = useSchemas();
  return useCallback(
    (target) => {
      const { table, row, action } = target;
      const schema = schemas.get(table);
      if (!action.link) show((close) => <ActionDialog target={target} onClose={close} />);
      else if (schema) openLink({ ...action.link, row, name: rowLabel(schema, row) });
    },
    [show, openLink, schemas],
  );
}

function ActionDialog({ target, onClose }: { target: ActionTarget; onClose: () => void }) {
  const run = useAction(target, onClose);
  const { title } = target.action;
  // A sent request cannot be cancelled, so the dialog stays open until it completes.
  const close = () => {
    if (!run.state.sending) onClose();
  };
  return (
    <AdminDialog title={title} busy={run.state.sending} onClose={close}>
      <ActionForm action={target.action} run={run} onCancel={close} />
    </AdminDialog>
  );
}

type ActionRun = ReturnType<typeof useAction>;

/**
 * Runs an action. Retries after a lost connection reuse the idempotency key; after an error the
 * form keeps its input.
 */
export function useAction(target: ActionTarget, onDone: () => void) {
  const { table, row, action, initial = {} } = target;
  const { send } = useWrites();
  const [key, setKey] = useState(randomKey);
  const [state, dispatch] = useReducer(actionReducer, undefined, () => openAction(action, initial));
  const sending = useRef(false);

  const orderId = orderIdOf(target);
  const needsOrder = orderId !== undefined && (action.movesMoney || action.sendsMail);
  const order = useQuery({ ...orderQuery(orderId ?? 0), enabled: needsOrder });
  const money = order.data && moneyOf(target, order.data);
  const filled = actionRow(row, money);
  const { values, problems } = checkAction(action, state.typed, filled);
  const asksForEmail = "email" in action.form.properties;
  const email = asksForEmail ? textOf(values["email"]) : recipientOf(row, order.data, action);
  const amount = action.movesMoney ? numberOf(values["amount"]) || (money?.most ?? 0) : 0;

  const run = async () => {
    if (sending.current) return;
    sending.current = true;
    dispatch({ kind: "sending" });
    const place = { table, id: row.id, action: action.name };
    const call = (options: WriteOptions) =>
      adminCalls.runAction(place, { json: values, ...options });
    try {
      await send(call, { key, done: words.done(action.title) });
      onDone();
    } catch (error) {
      if (isRefusal(error)) setKey(randomKey());
      dispatch({ kind: "failed", error });
    } finally {
      sending.current = false;
    }
  };

  /** Validates the form, confirms amounts, then sends. */
  const submit = () => {
    if (Object.keys(problems).length > 0) dispatch({ kind: "checked" });
    else if (action.movesMoney && state.step === "form") dispatch({ kind: "asked" });
    else void run();
  };

  const problemOf = (name: string): string | undefined => {
    const isTouched = state.touched === "all" || state.touched.has(name);
    return state.refused[name] ?? (isTouched ? problems[name] : undefined);
  };

  return { state, dispatch, order, filled, money, amount, email, submit, problemOf };
}

type ActionFormProps = {
  action: TableAction;
  run: ActionRun;
  /** Undefined for a form on a screen, which has no cancel button. */
  onCancel?: () => void;
};

/** Form of an action with its consequences and buttons. */
export function ActionForm({ action, run, onCancel }: ActionFormProps) {
  const { state, order, dispatch } = run;
  const form = useRef<HTMLFormElement>(null);
  const focusLater = useFocusAfterRender();
  const isDialog = onCancel !== undefined;
  const isConfirming = state.step === "confirm";
  useEffect(() => {
    if (isDialog && state.step === "form") controlsOf(form.current)[0]?.focus();
  }, [isDialog, state.step]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    run.submit();
    focusLater(() => controlsOf(form.current).find((field) => field.ariaInvalid === "true"));
  };
  if (action.movesMoney && order.isPending && order.isFetching) {
    return (
      <div className="p-5">
        <Spinner label={words.loading} />
      </div>
    );
  }
  const inset = isDialog ? "px-5" : "px-4";
  const onBack = isConfirming ? () => dispatch({ kind: "back" }) : onCancel;
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="flex min-h-0 flex-1 flex-col">
      <div className={`flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto py-4 ${inset}`}>
        <NoConnection text={outboxWords.action(action.title)} />
        {isConfirming ? <MoneyQuestion run={run} /> : <Fields action={action} run={run} />}
        {/* Always rendered: screen readers ignore a live region that appears with its text. */}
        <div role="alert" className="empty:-mt-4">
          {(state.problem || order.error) && (
            <Alert tone="danger" className="px-3.5 py-2.5 font-semibold wrap-anywhere text-danger">
              {state.problem ?? readableMessage(order.error)}
            </Alert>
          )}
        </div>
      </div>
      <footer className={`flex flex-wrap justify-end gap-2 border-t border-line py-3 ${inset}`}>
        {onBack && (
          <ToolButton onClick={onBack} disabled={state.sending}>
            {isConfirming ? words.back : words.cancel}
          </ToolButton>
        )}
        <ToolButton
          type="submit"
          look={isConfirming ? "danger" : "main"}
          aria-disabled={state.sending}
        >
          {submitLabel(action, run)}
        </ToolButton>
      </footer>
    </form>
  );
}

function controlsOf(form: HTMLFormElement | null): HTMLElement[] {
  return [...(form?.querySelectorAll<HTMLElement>("input, textarea, select") ?? [])];
}

function submitLabel(action: TableAction, { state, amount, money }: ActionRun): string {
  if (state.sending) return words.working;
  if (!action.movesMoney) return action.title;
  if (state.step === "form") return words.continue;
  return words.money(action.title, moneyText(amount, money?.currency ?? "usd"));
}

function Fields({ action, run }: { action: TableAction; run: ActionRun }) {
  const { state, dispatch, filled, email, problemOf } = run;
  const { required } = action.form;
  return (
    <>
      {action.description && <p className="text-ink-2">{action.description}</p>}
      {Object.entries(fieldsOf(action, filled.money)).map(([name, field]) => (
        <div key={name} onBlur={() => dispatch({ kind: "left", name })}>
          <FieldRow
            name={name}
            field={field}
            row={filled.row}
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

/** Asks to confirm an amount. Takes the focus, so that a held Enter key does not confirm it. */
function MoneyQuestion({ run }: { run: ActionRun }) {
  const { money, email } = run;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const amount = moneyText(run.amount, money?.currency ?? "usd");
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <p className="text-2xl font-semibold tabular-nums">{amount}</p>
      <p className="mt-1">{email ? words.moneyTo(amount, email) : words.moneyQuestion(amount)}</p>
      <p className="mt-2 text-ink-2">{words.moneyWarning}</p>
    </div>
  );
}
