import { adminMessages } from "../../content/admin-messages.ts";
import type { TableRow, Value } from "../../../server/contract/tables.ts";
import { ApiError } from "../../lib/answer.ts";
import { type Choices, type Conflict, isSame } from "../offline/merge.ts";
import { typedProblem } from "../kinds/kinds.ts";
import { type RowFields, type Typed, typedRow } from "./row-values.ts";

type Problems = Partial<Record<string, string>>;
/** Errors by field, and an error for the whole form. */
type Failure = { problems: Problems; banner: string | undefined };
/** Row as changed by another user, with the conflicting fields. */
type ChangedRow = { current: TableRow | undefined; conflicts: readonly Conflict[] };

export type RowFormState = Failure &
  ChangedRow & {
    typed: Typed;
    saving: boolean;
    /** Number of failed saves; each increment moves focus to the error. */
    refusals: number;
    choices: Choices;
  };

export type RowFormEvent =
  | { kind: "typed"; name: string; value: Value }
  | { kind: "chosen"; name: string; side: Choices[string] }
  | ({ kind: "failed" } & Failure)
  | ({ kind: "conflict"; banner: string } & ChangedRow)
  | { kind: "reset" | "saving" };

export type FormContext = { form: RowFields; initial: Typed; isNew: boolean };

export function initialState(typed: Typed): RowFormState {
  return {
    typed,
    problems: {},
    banner: undefined,
    saving: false,
    refusals: 0,
    current: undefined,
    conflicts: [],
    choices: {},
  };
}

export function reduceRowForm(
  state: RowFormState,
  { context, ...event }: RowFormEvent & { context: FormContext },
): RowFormState {
  const refused = { saving: false, refusals: state.refusals + 1 };
  switch (event.kind) {
    case "typed": {
      const { name, value } = event;
      const { [name]: _before, ...others } = state.problems;
      // Skip validation of unchanged stored values, which may predate the current rules.
      const isStored = !context.isNew && isSame(value, context.initial[name]);
      const typed = { ...state.typed, [name]: value };
      const input = { typed: value, row: typedRow(context.form, typed) };
      const problem = isStored ? undefined : typedProblem(context.form, name, input);
      return {
        ...state,
        typed,
        problems: problem ? { ...others, [name]: problem } : others,
        conflicts: state.conflicts.filter((conflict) => conflict.name !== name),
      };
    }
    case "chosen":
      return { ...state, choices: { ...state.choices, [event.name]: event.side } };
    case "reset": {
      const { refusals, current } = state;
      return { ...initialState(context.initial), refusals, current };
    }
    case "saving":
      return { ...state, saving: true, banner: undefined, problems: {} };
    case "failed":
      return { ...state, ...refused, problems: event.problems, banner: event.banner };
    case "conflict": {
      const { current, conflicts, banner } = event;
      return { ...state, ...refused, current, conflicts, banner, choices: {} };
    }
  }
}

/** Converts a save error to field errors, plus a banner for errors outside the form's fields. */
export function failureOf(error: unknown, form: RowFields): Failure {
  if (!(error instanceof ApiError)) return { problems: {}, banner: adminMessages.saveError };
  const texts = Object.entries(error.errors ?? {}).map(([name, [text]]) => [name, text] as const);
  const own = texts.filter(([name]) => name in form.properties);
  const elsewhere = texts.find(([name]) => !(name in form.properties))?.[1];
  const banner = own.length > 0 ? elsewhere : error.message || adminMessages.saveFailed;
  return { problems: Object.fromEntries(own) as Problems, banner };
}
