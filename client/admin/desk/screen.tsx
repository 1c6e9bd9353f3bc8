import type { ReactNode } from "react";
import { Spinner } from "../../components/spinner.tsx";
import { deskWords } from "../../content/admin-orders.ts";
import { readableMessage } from "../../lib/readable-error.ts";
import { ToolButton } from "../app/controls.tsx";

/** Holds the place of a screen until its data is there. */
export function ScreenLoading({ label }: { label: string }) {
  return (
    <div className="mx-auto w-full max-w-[84rem] px-4 py-5 text-xs sm:px-6">
      <Spinner label={label} />
      <div aria-hidden="true" className="mt-5 grid gap-4">
        <div className="h-36 rounded-control border border-line bg-card" />
        <div className="h-60 rounded-control border border-line bg-card" />
      </div>
    </div>
  );
}

type ScreenFailedProps = {
  /** What leads here, above the heading. */
  trail?: ReactNode;
  heading: string;
  error: unknown;
  onRetry: () => void;
};

/** Says why a screen can't be shown, and offers to try again. */
export function ScreenFailed({ trail, heading, error, onRetry }: ScreenFailedProps) {
  return (
    <div className="mx-auto w-full max-w-[84rem] px-4 py-5 text-xs sm:px-6">
      {trail && <p className="mb-1">{trail}</p>}
      <h2 className="text-xl sm:text-2xl">{heading}</h2>
      <p role="alert" className="mt-2 mb-4 text-ink-2">
        {readableMessage(error)}
      </p>
      <ToolButton onClick={onRetry}>{deskWords.order.retry}</ToolButton>
    </div>
  );
}
