import type { ReactNode } from "react";

type BandProps = {
  /** The section's anchor; its heading is `{id}-heading`. */
  id: string;
  children: ReactNode;
  className?: string;
};

/** One section of the page: a labelled landmark on the site's column. */
export function Band({ id, children, className = "" }: BandProps) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="late relative overflow-x-clip">
      <div className={`column band ${className}`}>{children}</div>
    </section>
  );
}

/** The section's heading. */
export function BandHeading({
  of,
  children,
  className = "",
}: {
  of: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <h2 id={`${of}-heading`} className={`text-4xl ${className}`}>
      {children}
    </h2>
  );
}
