import { type ReactNode, useSyncExternalStore } from "react";
import { formatDay } from "../../server/contract/format.ts";
import { useSite } from "../lib/page-context.ts";

type FactProps = { name: string; className?: string; children: ReactNode };

export function Fact({ name, className, children }: FactProps) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}

const never = () => () => {};

/**
 * Date in the shop's time zone and language. A shop in English shows it in the user's locale once
 * hydrated.
 */
export function LocalDay({ time }: { time: string }) {
  const { timeZone, language } = useSite();
  const text = useSyncExternalStore(
    never,
    () => new Date(time).toLocaleDateString(language, { timeZone }),
    () => formatDay(new Date(time), timeZone),
  );
  return <time dateTime={time}>{text}</time>;
}

/** Email address with a line-break opportunity after the @. */
export function BreakableEmail({ email }: { email: string }) {
  const at = email.lastIndexOf("@") + 1;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
