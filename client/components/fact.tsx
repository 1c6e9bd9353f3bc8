import { type ReactNode, useSyncExternalStore } from "react";
import { formatDay } from "../../server/contract/format.ts";

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

/** Date in the user's locale and time zone; in English and UTC before hydration. */
export function LocalDay({ time }: { time: string }) {
  const text = useSyncExternalStore(
    never,
    () => new Date(time).toLocaleDateString(),
    () => formatDay(new Date(time)),
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
