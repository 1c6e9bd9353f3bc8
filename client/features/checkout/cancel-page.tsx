import { SideCard } from "../../components/notice.tsx";
import { SheetMark } from "../../components/sheet-mark.tsx";
import { TickList } from "../../components/tick-list.tsx";
import { checkoutWords } from "../../content/checkout.ts";
import { ReturnActions } from "./return-actions.tsx";

/** The buyer came back without paying: nothing happened, and the packs are still there. */
export function CancelPage() {
  const words = checkoutWords.cancel;
  return (
    <div className="column band grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="max-w-[38rem]">
        <SheetMark kind="back" className="mb-5 h-24 w-auto" />
        <h1 className="text-4xl">{words.heading}</h1>
        <p className="mt-4">{words.text}</p>
        <h2 className="mt-8 font-sans text-lg leading-normal font-semibold">
          {words.reasonsHeading}
        </h2>
        <ul className="mt-2 list-disc space-y-1 pl-6 text-ink-2 marker:text-ink-2">
          {words.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        <ReturnActions retry={words.retry} home={words.home} back={words.back} />
      </div>
      <SideCard heading={words.helpHeading}>
        <TickList items={words.help} />
      </SideCard>
    </div>
  );
}
