import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Spinner } from "../../components/spinner.tsx";
import { orderWords } from "../../content/admin-orders.ts";
import { readableMessage } from "../../lib/readable-error.ts";
import { ToolButton } from "../app/controls.tsx";
import type { ScreenPath } from "./screen-paths.ts";

const FRAME = "mx-auto w-full max-w-[84rem] px-4 py-5 text-xs sm:px-6";

type ScreenProps = {
  /** Link to the list that the screen belongs to, above the title. */
  trail?: ReactNode;
  title: string;
  mark?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** A screen with its title, its actions and its panels. */
export function Screen({ trail, title, mark, lead, actions, children }: ScreenProps) {
  return (
    <div className={`@container ${FRAME}`}>
      <header className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          {trail && <p className="mb-1 text-ink-2">{trail}</p>}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-xl wrap-anywhere sm:text-2xl">{title}</h2>
            {mark}
          </div>
          {lead && <div className="mt-1 text-ink-2 empty:hidden">{lead}</div>}
        </div>
        {/* The buttons of several parts wrap one by one. */}
        {actions && (
          <div className="flex flex-wrap items-center gap-2 *:[div]:contents">{actions}</div>
        )}
      </header>
      {children}
    </div>
  );
}

export function ScreenLoading({ label }: { label: string }) {
  return (
    <div className={FRAME}>
      <Spinner label={label} />
      <div aria-hidden="true" className="mt-5 grid gap-4">
        <div className="h-36 rounded-control border border-line bg-card" />
        <div className="h-60 rounded-control border border-line bg-card" />
      </div>
    </div>
  );
}

type ScreenFailedProps = {
  trail?: ReactNode;
  heading: string;
  error: unknown;
  onRetry: () => void;
};

/** Shows why a screen could not be loaded. */
export function ScreenFailed({ trail, heading, error, onRetry }: ScreenFailedProps) {
  return (
    <div className={FRAME}>
      {trail && <p className="mb-1">{trail}</p>}
      <h2 className="text-xl sm:text-2xl">{heading}</h2>
      <p role="alert" className="mt-2 mb-4 text-ink-2">
        {readableMessage(error)}
      </p>
      <ToolButton onClick={onRetry}>{orderWords.retry}</ToolButton>
    </div>
  );
}

type ScreenLinkProps = {
  path: ScreenPath;
  /** Accessible name, for a link without text. */
  label?: string;
  className?: string;
  children: ReactNode;
};

/** A link to another screen of the admin. */
export function ScreenLink({ path, label, className = "link", children }: ScreenLinkProps) {
  return (
    <Link
      to={path.to}
      search={path.search ?? {}}
      className={className}
      aria-label={label}
      title={label}
    >
      {children}
    </Link>
  );
}
