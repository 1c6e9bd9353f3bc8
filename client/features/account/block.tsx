import { type ReactNode, useId } from "react";
import { Card } from "../../components/card.tsx";

type BlockProps = { heading: string; className?: string; children: ReactNode };

/** A small card next to the purchases. */
export function Block({ heading, className = "", children }: BlockProps) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className={`min-w-0 px-5 py-5 ${className}`}>
      <h2 id={id} className="text-xl">
        {heading}
      </h2>
      {children}
    </Card>
  );
}
