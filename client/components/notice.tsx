import type { ReactNode } from "react";
import { Card } from "./card.tsx";

type NoticeProps = {
  heading: string;
  children: ReactNode;
  /** A picture above the heading. */
  mark?: ReactNode;
};

/** A page with one message: a heading, a few lines and what to do next. */
export function Notice({ heading, children, mark }: NoticeProps) {
  return (
    <div className="column band">
      <div className="max-w-[40rem]">
        {mark}
        <h1 className="text-4xl">{heading}</h1>
        {children}
      </div>
    </div>
  );
}

/** The row of actions under a message; full width on phones. */
export function Actions({ children }: { children: ReactNode }) {
  return (
    <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-center">
      {children}
    </div>
  );
}

export function SideCard({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Card as="aside" raised className="px-6 py-6 sm:px-7">
      <h2 className="mb-4 text-xl">{heading}</h2>
      {children}
    </Card>
  );
}
