import type { ReactNode } from "react";

/** A name above its value, in a `<dl>`. */
export function Fact({
  name,
  className,
  children,
}: {
  name: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}
