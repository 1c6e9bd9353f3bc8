import Archive from "lucide-react/icons/archive";
import ExternalLink from "lucide-react/icons/external-link";
import { useId } from "react";
import { formatAmount, formatDay } from "../../../server/contract/format.ts";
import { filesInPaper, OTHER_PAPER, PAPER_NAMES } from "../../../server/contract/files.ts";
import type { PurchasedProduct } from "../../../server/contract/answers.ts";
import { fill } from "../../../server/contract/words.ts";
import { receiptPath } from "../../../server/contract/paths.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { LocalDay } from "../../components/fact.tsx";
import { downloadAllText } from "../../components/file-list.tsx";
import { LicenceLine } from "../../components/licence-line.tsx";
import { MailLink } from "../../components/page-link.tsx";
import { Picture } from "../../components/picture.tsx";
import { productPictures } from "../../content/pictures.ts";
import { accountWords } from "../../content/account.ts";
import { useSite } from "../../lib/page-context.ts";
import { usePaper } from "../../lib/use-paper.ts";
import { SAVED_LINK } from "./offline/connection.tsx";
import { useDeviceLibrary, usePrinting } from "./offline/use-library.ts";
import { ProductFiles } from "./offline/product-files.tsx";
import {
  accessUrlOf,
  purchaseName,
  type Renewal,
  renewalOf,
  urlInPaper,
} from "./purchase-rules.ts";

const words = accountWords.history;

export function PurchaseCard({ purchase, readAt }: { purchase: PurchasedProduct; readAt: number }) {
  const { productName, purchaseDate, price, currency, credit, orderNumber } = purchase;
  const name = purchaseName(purchase);
  const nameId = useId();
  const renewal = renewalOf(purchase, readAt);
  return (
    <li>
      <Card as="article" raised aria-labelledby={nameId}>
        <div className="flex flex-col gap-x-5 gap-y-4 px-5 py-5 sm:px-6 md:flex-row md:items-start md:justify-between">
          <div className="flex min-w-0 items-start gap-x-4 sm:gap-x-5">
            <div className="w-16 shrink-0 overflow-hidden rounded-sheet border border-line bg-paper empty:hidden sm:w-20">
              <Picture
                from={productPictures}
                name={productName.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}
                sizes="5rem"
                alt=""
                className="block h-auto w-full"
              />
            </div>
            <div className="min-w-0">
              <h3 id={nameId} className="text-xl">
                {name}
              </h3>
              <p className="mt-1.5 text-ink-2">
                {purchaseDate !== null && <LocalDay time={purchaseDate} />}
                {purchaseDate !== null && price !== null && <span aria-hidden="true"> · </span>}
                {price !== null && (
                  <span className="tabular-nums">{formatAmount(price, currency)}</span>
                )}
              </p>
              {credit && (
                <p className="text-sm text-ink-2">
                  {fill(words.credit, {
                    amount: formatAmount(credit.amount, currency),
                    order: credit.orderNumber,
                  })}
                </p>
              )}
              {orderNumber && (
                <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
                  {words.order} {orderNumber}
                  {!purchase.paymentPending && !purchase.isGift && (
                    <a href={receiptPath(orderNumber)} className="link inline-block py-1">
                      {words.receipt}
                      <span className="sr-only">: {name}</span>
                    </a>
                  )}
                </p>
              )}
              <p className="mt-2.5 inline-block rounded-full bg-teal-2 px-2.5 py-0.5 text-sm font-semibold text-teal">
                {kindOf(purchase)}
              </p>
            </div>
          </div>
          <Access purchase={purchase} name={name} />
        </div>
        {renewal && <RenewalLine renewal={renewal} itemId={purchase.id} name={name} />}
        <LicenceLine licence={purchase.licence} className="max-w-[44rem] px-5 pb-4 sm:px-6" />
        {!renewal && accessUrlOf(purchase) === undefined && <WithoutFiles purchase={purchase} />}
        <ProductFiles purchase={purchase} />
      </Card>
    </li>
  );
}

function kindOf({ billingType, isGift }: PurchasedProduct): string {
  if (isGift) return words.gift;
  return billingType === "one_time" ? words.oneTime : words.subscription;
}

function Access({ purchase, name }: { purchase: PurchasedProduct; name: string }) {
  const url = accessUrlOf(purchase);
  const { otherSize } = purchase;
  const bundled = otherSize
    ? filesInPaper(purchase.files, OTHER_PAPER[otherSize.paper])
    : purchase.files;
  const bundle = bundled.length > 1 ? purchase.downloadUrl : null;
  const paper = usePaper();
  const device = useDeviceLibrary();
  const { open } = usePrinting();
  if (!url) return null;
  const wanted = urlInPaper(url, purchase.files, paper);
  const file = purchase.files.find((one) => one.url === wanted);
  const saved = file && device?.state.saved.get(file.id);
  const href = saved?.path ?? wanted;
  return (
    <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap md:w-70 md:shrink-0 md:flex-col">
      <ButtonLink
        look={bundle ? "quiet" : "dark"}
        {...(saved && SAVED_LINK)}
        href={href}
        onClick={(event) => file && open(event, { url: href, title: file.title })}
        target="_blank"
        rel="noopener"
        className="sm:flex-1 md:flex-none"
      >
        {words.access}
        <ExternalLink className="size-4" />
        <span className="sr-only">: {name}</span>
      </ButtonLink>
      {bundle && (
        <ButtonLink look="dark" href={bundle} className="max-[23rem]:px-3 sm:flex-1 md:flex-none">
          <Archive className="size-4 shrink-0" />
          {downloadAllText(bundled)}
          <span className="sr-only">: {name}</span>
        </ButtonLink>
      )}
      {otherSize && (
        <a
          href={otherSize.url}
          target="_blank"
          rel="noopener"
          className="link inline-block py-1 text-sm sm:max-md:basis-full"
        >
          {fill(words.otherSize, { paper: PAPER_NAMES[otherSize.paper] })}
          <span className="sr-only">: {name}</span>
        </a>
      )}
    </div>
  );
}

type RenewalLineProps = { renewal: Renewal; itemId: number; name: string };

/** Renewal status of a subscription, with a link to the payment provider's billing page. */
function RenewalLine({ renewal: { text, until, leads }, itemId, name }: RenewalLineProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line px-5 py-2 sm:px-6">
      <p className="py-1.5">
        {text}
        {until && (
          <>
            {leads ? " " : <span className="text-ink-2"> · {words.paidUntil} </span>}
            <LocalDay time={until} />
          </>
        )}
      </p>
      <form method="post" action="/account/billing">
        <input type="hidden" name="itemId" value={itemId} />
        <Button type="submit" look="plain" className="-mx-3">
          {words.manage}
          <span className="sr-only">: {name}</span>
        </Button>
      </form>
    </div>
  );
}

/** Reason why a purchase has no files. */
function WithoutFiles({ purchase }: { purchase: PurchasedProduct }) {
  const { paymentPending, revoked, accessFrom, isWithheld } = purchase;
  const { timeZone } = useSite();
  const waits = paymentPending
    ? words.pending
    : accessFrom && fill(words.opensOn, { day: formatDay(new Date(accessFrom), timeZone) });
  const reason = isWithheld ? words.withheld : waits;
  return (
    <p className="border-t border-line px-5 py-4 text-ink-2 sm:px-6">
      {reason || (
        <>
          {revoked ? words.withdrawn : words.noFiles} <MailLink />
        </>
      )}
    </p>
  );
}
