import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";

/** The classes of a line that is typed in, as the admin has it. */
export const INPUT =
  "min-h-9 w-full min-w-0 rounded-sheet border border-ink-2 bg-card px-2.5 py-1 text-xs text-ink placeholder:text-ink-2 aria-invalid:border-danger disabled:bg-paper-2 disabled:text-ink-2";

type TickProps = ComponentProps<"input"> & { label: ReactNode; type?: "checkbox" | "radio" };

/** A checkbox or radio button with its label. */
export function Tick({ label, type = "checkbox", className = "min-h-8", ...rest }: TickProps) {
  return (
    <label className={`flex cursor-pointer items-center gap-2 ${className}`}>
      <input type={type} {...rest} className="size-4 shrink-0 accent-teal" />
      {label}
    </label>
  );
}

/** Pause after which the input is reported. */
const PAUSE_MS = 350;

type TypedInputProps = Omit<ComponentProps<"input">, "value" | "onChange"> & {
  value: string;
  /** Called after a pause, with Enter, and on blur. */
  onTyped: (value: string) => void;
};

/** A debounced text input. */
export function TypedInput({ value, onTyped, className = "", ...rest }: TypedInputProps) {
  const [draft, setDraft] = useState<string>();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The pause may end after a render that changed other filters.
  const latest = useRef({ value, onTyped });
  useEffect(() => {
    latest.current = { value, onTyped };
  });
  useEffect(() => () => clearTimeout(pause.current), []);
  const report = (text: string) => {
    clearTimeout(pause.current);
    setDraft(undefined);
    if (text.trim() !== latest.current.value) latest.current.onTyped(text.trim());
  };
  return (
    <input
      {...rest}
      value={draft ?? value}
      onChange={({ target }) => {
        setDraft(target.value);
        clearTimeout(pause.current);
        pause.current = setTimeout(report, PAUSE_MS, target.value);
      }}
      onBlur={() => draft !== undefined && report(draft)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && draft !== undefined) report(draft);
      }}
      className={`${INPUT} ${className}`}
    />
  );
}
