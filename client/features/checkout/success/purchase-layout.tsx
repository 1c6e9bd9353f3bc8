import type { ReactNode } from "react";
import { SheetMark, type SheetMarkKind } from "../../../components/sheet-mark.tsx";

type PurchaseHeadingProps = { mark: SheetMarkKind; heading: string; children: ReactNode };

/** Heading with the state of the purchase. */
export function PurchaseHeading({ mark, heading, children }: PurchaseHeadingProps) {
  return (
    <div className="flex flex-col gap-5 sm:flex-row sm:gap-7">
      <SheetMark kind={mark} className="h-24 w-auto shrink-0 self-start print:hidden" />
      <div className="min-w-0 sm:pt-3">
        <h1 className="text-4xl">{heading}</h1>
        <div className="mt-3 min-h-8 max-w-[40rem] text-ink-2">{children}</div>
      </div>
    </div>
  );
}

type PurchaseLayoutProps = PurchaseHeadingProps & Record<"lead" | "main" | "aside", ReactNode>;

/** Layout of the success page, also while loading, so that nothing shifts. */
export function PurchaseLayout({ lead, main, aside, children, ...heading }: PurchaseLayoutProps) {
  return (
    <>
      <PurchaseHeading {...heading}>{lead}</PurchaseHeading>
      <div className="mt-9 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-9 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-9">
          {children}
          {main}
        </div>
        <aside>{aside}</aside>
      </div>
    </>
  );
}
