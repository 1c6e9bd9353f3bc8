import { useId } from "react";
import { messages } from "../../../server/contract/messages.ts";
import type { PurchasedProduct } from "../../../server/contract/answers.ts";
import type { Paper } from "../../../server/contract/site.ts";
import { Alert } from "../../components/notice.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { PaperChoice } from "../../components/file-list.tsx";
import { SheetMark } from "../../components/sheet-mark.tsx";
import { TextLink } from "../../components/page-link.tsx";
import { accountWords } from "../../content/account.ts";
import { PurchaseCard } from "./purchase-card.tsx";

const words = accountWords.history;

type PurchaseHistoryProps = {
  purchases: PurchasedProduct[] | undefined;
  /** Paper size of the account; null for all sizes. */
  paper: Paper | null;
  readAt: number;
};

export function PurchaseHistory({ purchases, paper, readAt }: PurchaseHistoryProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id={id} className="text-2xl">
          {words.heading}
        </h2>
        {!paper && <PaperChoice files={purchases?.flatMap(({ files }) => files) ?? []} />}
      </div>
      {purchases ? <Purchases purchases={purchases} readAt={readAt} /> : <HistoryFailed />}
    </section>
  );
}

function Purchases({ purchases, readAt }: { purchases: PurchasedProduct[]; readAt: number }) {
  if (purchases.length === 0) return <NothingYet />;
  return (
    <>
      <ul className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5">
        {purchases.map((purchase) => (
          <PurchaseCard key={purchase.id} purchase={purchase} readAt={readAt} />
        ))}
      </ul>
      <p className="mt-5 text-sm text-ink-2">
        {words.printTip} <OtherEmail />
      </p>
    </>
  );
}

function NothingYet() {
  return (
    <Card className="mt-4 px-6 py-8 sm:px-8">
      <SheetMark kind="new" className="h-20 w-auto" />
      <h3 className="mt-4 text-xl">{words.empty}</h3>
      <p className="mt-2 max-w-[32rem] text-ink-2">{words.emptyText}</p>
      <ButtonLink href="/" look="main" className="mt-6 max-sm:w-full">
        {words.browse}
      </ButtonLink>
      <p className="mt-6 text-sm text-ink-2">
        <OtherEmail />
      </p>
    </Card>
  );
}

function OtherEmail() {
  return (
    <>
      {words.otherEmail} <TextLink to="/orders/find">{words.find}</TextLink>
    </>
  );
}

function HistoryFailed() {
  return (
    <Alert as="div" tone="danger" role="alert" className="mt-4 px-5 py-4 text-danger">
      <p className="font-semibold">{messages.historyFailed}</p>
      <a className="mt-1 inline-flex min-h-9 items-center font-semibold underline" href="/account">
        {words.retry}
      </a>
    </Alert>
  );
}
