import { Check } from "lucide-react";
import type { ComponentProps } from "react";

type SelectBoxProps = ComponentProps<"button"> & { label: string; checked: boolean };

/**
 * A box that is ticked, as a button: an input would be made anew for each row that takes another one's
 * elements.
 */
export function SelectBox({ label, checked, ...rest }: SelectBoxProps) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={checked}
      aria-label={label}
      {...rest}
      className="inline-flex size-4.5 items-center justify-center rounded-[4px] border border-ink-2 bg-card text-card aria-checked:border-teal aria-checked:bg-teal"
    >
      {checked && <Check aria-hidden="true" strokeWidth={3} className="size-3.5" />}
    </button>
  );
}
