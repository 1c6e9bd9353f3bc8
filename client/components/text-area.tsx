import { type ComponentProps, useId } from "react";

type TextAreaProps = ComponentProps<"textarea"> & {
  label: string;
  hint?: string;
  /** What is wrong with the text; shown and read out with the field. */
  problem?: string | undefined;
};

// Spec section 9.
const DEFAULT_ROWS = 4;

/** Labelled lines of text with their hint and their error; they grow with what is written. */
export function TextArea({ label, hint, problem, rows = DEFAULT_ROWS, ...rest }: TextAreaProps) {
  const id = useId();
  const hintId = hint && `${id}-hint`;
  const problemId = problem && `${id}-problem`;
  const border = problem ? "border-2 border-danger" : "border border-ink-2";
  return (
    <div>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        rows={rows}
        aria-invalid={problem ? true : undefined}
        aria-describedby={[problemId, hintId].filter(Boolean).join(" ") || undefined}
        className={`mt-1.5 block scroll-my-6 field-sizing-content max-h-[60vh] min-h-38 w-full resize-y rounded-control bg-card px-3.5 py-2.5 text-ink disabled:bg-paper-2 disabled:text-ink-2 ${border}`}
      />
      {problem && (
        <p id={problemId} className="mt-1.5 text-sm font-semibold text-danger">
          {problem}
        </p>
      )}
      {hint && (
        <p id={hintId} className="mt-1.5 text-sm text-ink-2">
          {hint}
        </p>
      )}
    </div>
  );
}
