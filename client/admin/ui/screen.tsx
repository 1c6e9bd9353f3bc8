import type { ScreenPath } from "../url/screen-paths.ts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Spinner } from "../../components/notice.tsx";
import { orderWords } from "../../content/admin-orders.ts";
import { readableMessage } from "../../lib/answer.ts";
import { ToolButton } from "./controls.tsx";
import type { AsOfTime } from "./as-of.tsx";

type ScreenLinkProps = {
  path: ScreenPath;
  /** Accessible name of a link without text. */
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

const FRAME = "mx-auto w-full max-w-[84rem] px-4 py-5 text-xs sm:px-6";

type ScreenProps = {
  /** Link to the parent list, shown above the title. */
  trail?: ReactNode;
  title: string;
  mark?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** Screen layout: title, actions and panels. */
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
        {/* Let buttons wrap individually. */}
        {actions && (
          <div className="flex flex-wrap items-center gap-2 *:[div]:contents">{actions}</div>
        )}
      </header>
      {children}
    </div>
  );
}

type LoadedScreenProps<Data> = {
  query: LoadedBodyProps<Data>["query"] & { asOf?: AsOfTime | undefined };
  words: { loading: string; failed: string };
  trail?: ReactNode;
  children: (data: Data, asOf: AsOfTime | undefined) => ReactNode;
};

/** Renders a screen after its data has loaded; until then, a placeholder or the error. */
export function LoadedScreen<Data>({ query, words, trail, children }: LoadedScreenProps<Data>) {
  const { data, error, asOf, refetch } = query;
  if (data !== undefined) return children(data, asOf);
  if (error) {
    return (
      <div className={FRAME}>
        {trail && <p className="mb-1">{trail}</p>}
        <h2 className="text-xl sm:text-2xl">{words.failed}</h2>
        <p role="alert" className="mt-2 mb-4 text-ink-2">
          {readableMessage(error)}
        </p>
        <ToolButton onClick={() => void refetch()}>{orderWords.retry}</ToolButton>
      </div>
    );
  }
  return (
    <div className={FRAME}>
      <Spinner label={words.loading} />
      <div aria-hidden="true" className="mt-5 grid gap-4">
        <div className="h-36 rounded-control border border-line bg-card" />
        <div className="h-60 rounded-control border border-line bg-card" />
      </div>
    </div>
  );
}

type LoadFailureProps = {
  query: { error: unknown; refetch: () => unknown };
  words: { failed: string };
};

/** Message of a failed read, with a button to retry. */
export function LoadFailure({ query: { error, refetch }, words }: LoadFailureProps) {
  return (
    <div className="grid justify-items-start gap-3">
      <p role="alert" className="text-danger">
        {words.failed}. {readableMessage(error)}
      </p>
      <ToolButton onClick={() => void refetch()}>{orderWords.retry}</ToolButton>
    </div>
  );
}

type LoadedBodyProps<Data> = {
  query: LoadFailureProps["query"] & { data: Data | undefined };
  words: { loading: string; failed: string };
  children: (data: Data) => ReactNode;
};

/** Renders a panel's content after its data has loaded; until then, a spinner or the error. */
export function LoadedBody<Data>({ query, words, children }: LoadedBodyProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return (
    <div className="px-4 py-4">
      {query.error ? <LoadFailure {...{ query, words }} /> : <Spinner label={words.loading} />}
    </div>
  );
}
