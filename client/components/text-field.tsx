import { type ComponentProps, useId } from "react";

type TextFieldProps = ComponentProps<"input"> & {
  label: string;
  hint?: string;
  /** What is wrong with the text; shown and read out with the field. */
  problem?: string;
  /** Classes of the line itself; `className` is for all of it. */
  fieldClass?: string;
};

/** What makes a line of text one for an email address. */
export const EMAIL_INPUT = {
  type: "email",
  inputMode: "email",
  autoComplete: "email",
  autoCapitalize: "none",
  spellCheck: false,
} as const;

/**
 * A labelled line of text with its hint and its error. An error that stands elsewhere is tied to it by
 * `aria-invalid` and `aria-describedby`.
 */
export function TextField({
  label,
  hint,
  problem,
  className = "",
  fieldClass = "",
  "aria-invalid": invalid = problem !== undefined,
  "aria-describedby": describedBy,
  ...rest
}: TextFieldProps) {
  const id = useId();
  const hintId = hint && `${id}-hint`;
  const problemId = problem && `${id}-problem`;
  const border = invalid ? "border-2 border-danger" : "border border-ink-2";
  return (
    <div className={className}>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      <input
        {...rest}
        id={id}
        aria-invalid={invalid || undefined}
        aria-describedby={[problemId, describedBy, hintId].filter(Boolean).join(" ") || undefined}
        className={`mt-1.5 block min-h-12 w-full rounded-control bg-card px-3.5 py-2 text-ink read-only:bg-paper-2 disabled:bg-paper-2 disabled:text-ink-2 ${border} ${fieldClass}`}
      />
      {problem && (
        <p id={problemId} className="mt-1.5 text-sm font-semibold text-danger">
          {problem}
        </p>
      )}
      {hint && (
        <p id={hintId} className="mt-1.5 text-sm wrap-anywhere text-ink-2">
          {hint}
        </p>
      )}
    </div>
  );
}
