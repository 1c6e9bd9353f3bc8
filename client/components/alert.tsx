import type { ComponentProps } from "react";

type AlertTone = "danger" | "question" | "done" | "note";

const TONES: Record<AlertTone, string> = {
  danger: "border-2 border-danger bg-danger-2",
  question: "border-2 border-sun bg-card",
  done: "bg-teal-2",
  note: "bg-paper-2",
};

type AlertProps = ComponentProps<"p"> & { tone: AlertTone; as?: "p" | "div" };

/** A highlighted box. The caller sets its role. */
export function Alert({ tone, as: Tag = "p", className = "", ...rest }: AlertProps) {
  return <Tag {...rest} className={`rounded-control ${TONES[tone]} ${className}`} />;
}
