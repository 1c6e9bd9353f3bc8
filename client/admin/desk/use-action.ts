import { useQuery } from "@tanstack/react-query";
import { useReducer, useRef, useState } from "react";
import { deskWords } from "../../content/admin-orders.ts";
import { randomKey } from "../../lib/random-key.ts";
import { useWrites } from "../data/use-writes.tsx";
import { actionReducer, checkAction, moneyOf, openAction } from "./action-state.ts";
import { orderQuery } from "./order-queries.ts";
import type { Job } from "./open-action.ts";
import { numberOf, orderIdOf, recipientOf, textOf } from "./order-rules.ts";

/**
 * One action from its form to its end. The same press, repeated after a lost line, is the same call
 * (decision: one-dialog-one-call); a refusal keeps what was typed.
 */
export function useAction({ job, onDone }: { job: Job; onDone: () => void }) {
  const { table, row, action, given = {} } = job;
  const { send: call } = useWrites();
  const [base] = useState(randomKey);
  const [state, dispatch] = useReducer(actionReducer, undefined, () => openAction(action, given));
  const sending = useRef(false);

  const orderId = orderIdOf(job);
  const needsOrder = orderId !== undefined && (action.movesMoney || action.sendsMail);
  const desk = useQuery({ ...orderQuery(orderId ?? 0), enabled: needsOrder });
  const money = desk.data && moneyOf(job, desk.data);
  const { values, problems } = checkAction(action, state.typed, money);
  // Where an action asks for an email, that is the one.
  const asksFor = "email" in action.form.properties;
  const email = asksFor ? textOf(values["email"]) : recipientOf(row, desk.data);
  const moved = action.movesMoney ? numberOf(values["amount"]) || (money?.most ?? 0) : 0;

  const send = async () => {
    if (sending.current) return;
    sending.current = true;
    dispatch({ kind: "sending" });
    const key = `${base}-${state.turn}`;
    const press = { kind: "action", table, id: row.id, action: action.name, values, key } as const;
    try {
      await call(press, deskWords.actions.done(action.title));
      onDone();
    } catch (error) {
      dispatch({ kind: "failed", error });
    } finally {
      sending.current = false;
    }
  };

  /** What the form's button does: money asks for a second press. */
  const press = () => {
    if (Object.keys(problems).length > 0) dispatch({ kind: "checked" });
    else if (action.movesMoney && state.step === "form") dispatch({ kind: "asked" });
    else void send();
  };

  /** What is wrong with a field, once that is to be seen. */
  const problemOf = (name: string): string | undefined => {
    const isSeen = state.touched === "all" || state.touched.has(name);
    return state.refused[name] ?? (isSeen ? problems[name] : undefined);
  };

  return { state, dispatch, desk, money, moved, email, press, problemOf };
}

export type ActionRun = ReturnType<typeof useAction>;
