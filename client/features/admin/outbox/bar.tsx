import type { ReactNode } from "react";

const LOOKS = {
  calm: "border-line bg-paper-2 text-ink",
  alert: "border-danger bg-danger-2 text-danger",
};

type BarProps = {
  /** An alert is read out at once. */
  look?: keyof typeof LOOKS;
  text: string;
  /** What can be done about it. */
  children?: ReactNode;
};

/** A line across the admin that says how things stand. */
export function Bar({ look = "calm", text, children }: BarProps) {
  return (
    <div
      role={look === "alert" ? "alert" : "status"}
      className={`flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b px-4 py-2 text-xs ${LOOKS[look]}`}
    >
      <p className="min-w-0 flex-1 basis-60">{text}</p>
      {children}
    </div>
  );
}
