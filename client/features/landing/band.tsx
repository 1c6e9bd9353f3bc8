import type { ComponentProps, ReactNode } from "react";
import { Picture } from "../../components/picture.tsx";

type BandProps = {
  /** The anchor; the heading has the id `{id}-heading`. */
  id: string;
  children: ReactNode;
  className?: string;
};

/** A section of the page: a labelled landmark. */
export function Band({ id, children, className = "" }: BandProps) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="late relative overflow-x-clip">
      <div className={`column band ${className}`}>{children}</div>
    </section>
  );
}

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

/** A picture on a sheet of paper. */
export function Sheet({ className = "", ...picture }: ComponentProps<typeof Picture>) {
  return (
    <div
      className={`overflow-hidden rounded-sheet border border-line bg-card shadow-paper ${className}`}
    >
      <Picture {...picture} className="h-auto w-full" />
    </div>
  );
}
