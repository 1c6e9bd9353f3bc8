import { type ComponentProps, type ReactNode, useId } from "react";

type FieldProps = {
  label: string;
  hint?: string | undefined;
  /** Validation error, shown below the field and linked with `aria-describedby`. */
  problem?: string | undefined;
};

type TextFieldProps = ComponentProps<"input"> & FieldProps & { inputClass?: string };
type TextAreaProps = ComponentProps<"textarea"> & FieldProps;

/** Attributes of an input for an email address. */
export const EMAIL_INPUT = {
  type: "email",
  inputMode: "email",
  autoComplete: "email",
  autoCapitalize: "none",
  spellCheck: false,
} as const;

const DEFAULT_ROWS = 4;

const CONTROL =
  "mt-1.5 block w-full rounded-control bg-card px-3.5 text-ink disabled:bg-paper-2 disabled:text-ink-2";

function borderOf(invalid: boolean): string {
  return invalid ? "border-2 border-danger" : "border border-ink-2";
}

/**
 * Labelled input with hint and error. For an error shown elsewhere, pass `aria-invalid` and
 * `aria-describedby`.
 */
export function TextField({
  label,
  hint,
  problem,
  className = "",
  inputClass = "",
  "aria-invalid": invalid = problem !== undefined,
  "aria-describedby": describedBy,
  ...rest
}: TextFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} problem={problem} className={className}>
      <input
        {...rest}
        id={id}
        aria-invalid={invalid || undefined}
        aria-describedby={describe(id, { problem, hint }, describedBy)}
        className={`${CONTROL} min-h-12 py-2 read-only:bg-paper-2 ${borderOf(Boolean(invalid))} ${inputClass}`}
      />
    </Field>
  );
}

/** A labelled textarea that grows with its text. */
export function TextArea({ label, hint, problem, rows = DEFAULT_ROWS, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} problem={problem}>
      <textarea
        {...rest}
        id={id}
        rows={rows}
        aria-invalid={problem ? true : undefined}
        aria-describedby={describe(id, { problem, hint })}
        className={`${CONTROL} scroll-my-6 field-sizing-content max-h-[60vh] min-h-38 resize-y py-2.5 ${borderOf(Boolean(problem))}`}
      />
    </Field>
  );
}

function describe(id: string, { problem, hint }: Partial<FieldProps>, other?: string) {
  const ids = [problem && `${id}-problem`, other, hint && `${id}-hint`];
  return ids.filter(Boolean).join(" ") || undefined;
}

type FieldLayoutProps = FieldProps & { id: string; className?: string; children: ReactNode };

function Field({ id, label, hint, problem, className, children }: FieldLayoutProps) {
  return (
    <div className={className}>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      {children}
      {problem && <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem>}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm wrap-anywhere text-ink-2">
          {hint}
        </p>
      )}
    </div>
  );
}

/** Validation error below a control, which links it with `aria-describedby`. */
export function FieldProblem({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="mt-1.5 text-sm font-semibold text-danger">
      {children}
    </p>
  );
}
