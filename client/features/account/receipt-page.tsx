import { Fragment, type ReactNode } from "react";
import type { Receipt } from "../../../server/contract/answers.ts";
import {
  formatAmount,
  formatDay,
  formatMoney,
  unitWords,
} from "../../../server/contract/format.ts";
import { licenceWords } from "../../../server/contract/licences.ts";
import { WITHDRAW_PATH } from "../../../server/contract/paths.ts";
import { sellerBlock, sellerWords } from "../../../server/contract/seller.ts";
import { currentLanguage, fill } from "../../../server/contract/words.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Fact } from "../../components/fact.tsx";
import { LicenceLine } from "../../components/licence-line.tsx";
import { MailLink } from "../../components/page-link.tsx";
import { checkoutWords } from "../../content/checkout.ts";
import { frameWords } from "../../content/pages.ts";
import { receiptWords as words } from "../../content/receipt.ts";
import { useSite } from "../../lib/page-context.ts";

/** Receipt of an order, made to be printed. */
export function ReceiptPage({ receipt }: { receipt: Receipt }) {
  const { mode, withdrawal, timeZone } = useSite();
  const { orderNumber, paidAt, items, invoice, total, refunded } = receipt;
  const isRefunded = refunded > 0 && refunded >= total;
  const licences = [...new Set(items.map(({ licence }) => licence))];
  return (
    <div className="column py-8 sm:py-12 print:py-0">
      <div className="max-w-[46rem] print:max-w-none">
        <div className="flex flex-wrap items-center justify-between gap-x-6 print:hidden">
          <a href="/account" className="link inline-flex min-h-11 items-center text-base">
            {words.account}
          </a>
          <span className="needs-script">
            <Button look="quiet" onClick={() => window.print()}>
              {words.print}
            </Button>
          </span>
        </div>
        <Card className="mt-4 px-5 py-6 sm:px-9 sm:py-8 print:mt-0 print:border-0 print:p-0">
          <h1 className="text-3xl sm:text-4xl">{words.title}</h1>
          <p className="mt-2 text-ink-2">
            {fill(words.order, { number: orderNumber, day: formatDay(new Date(paidAt), timeZone) })}
          </p>
          {receipt.shop !== undefined && (
            <p className="mt-4 font-semibold">
              {fill(words.elsewhere, { shop: receipt.shop ?? words.earlierShop })}
            </p>
          )}
          {mode !== "live" && (
            <p className="mt-2 hidden font-semibold print:block">{frameWords.modes[mode].text}</p>
          )}
          <Parties buyer={receipt.buyer} />
          <Lines receipt={receipt} />
          {invoice && <Invoice invoice={invoice} />}
          <div className="mt-7 grid gap-2 border-t border-line pt-5">
            {licences.map((licence) => (
              <LicenceLine key={licence} licence={licence} />
            ))}
            <p className="text-sm text-ink-2">
              {words.questions} <MailLink />
            </p>
            {withdrawal && !isRefunded && (
              <p className="text-sm print:hidden">
                <a href={WITHDRAW_PATH} className="link">
                  {words.withdraw}
                </a>
              </p>
            )}
          </div>
        </Card>
      </div>
    </div>
  );
}

function Parties({ buyer }: Pick<Receipt, "buyer">) {
  const { brand, publicUrl, seller } = useSite();
  const from = [...(seller ? sellerBlock(seller) : [brand]), new URL(publicUrl).host];
  const taxId = buyer.taxId && fill(words.taxId, { number: buyer.taxId });
  const to = [buyer.name, buyer.email, buyer.country, taxId].filter((line) => line !== null);
  return (
    <dl className="mt-6 grid gap-x-8 gap-y-5 text-base sm:grid-cols-2 print:grid-cols-2">
      <Fact name={sellerWords.soldBy}>
        <AddressLines lines={from} />
      </Fact>
      {to.length > 0 && (
        <Fact name={words.soldTo}>
          <AddressLines lines={to} />
        </Fact>
      )}
    </dl>
  );
}

function AddressLines({ lines }: { lines: string[] }) {
  return lines.map((line, index) => (
    <span key={`${index} ${line}`} className="block wrap-anywhere">
      {line}
    </span>
  ));
}

function Lines({ receipt }: { receipt: Receipt }) {
  const { items, currency } = receipt;
  const totals = totalsOf(receipt);
  return (
    <table className="mt-8 w-full border-collapse text-base">
      <thead>
        <tr className="border-b-2 border-ink text-sm">
          <th scope="col" className="py-2 text-start font-semibold">
            {words.product}
          </th>
          <th scope="col" className="py-2 ps-4 text-end font-semibold wrap-normal">
            {words.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ id, price, credit, ...item }) => (
          <Fragment key={id}>
            <Line name={<ItemName {...item} />} amount={formatMoney(price, currency)} />
            {credit > 0 && <Line name={words.credit} amount={formatMoney(-credit, currency)} />}
          </Fragment>
        ))}
      </tbody>
      <tbody>
        {totals.map(({ name, amount, isStrong }) => (
          <Line
            key={name}
            name={name}
            amount={isStrong ? formatAmount(amount, currency) : formatMoney(amount, currency)}
            isStrong={isStrong}
          />
        ))}
      </tbody>
    </table>
  );
}

type ItemNameProps = Pick<Receipt["items"][number], "name" | "licence" | "billingPeriod">;

function ItemName({ name, licence, billingPeriod }: ItemNameProps) {
  const period = billingPeriod && fill(checkoutWords.per, { period: unitWords[billingPeriod] });
  return (
    <>
      <span className="block font-semibold">{name}</span>
      <span className="block text-sm text-ink-2">
        {licenceWords[licence].name}
        {period && `, ${period}`}
      </span>
    </>
  );
}

type LineProps = { name: ReactNode; amount: string; isStrong?: boolean | undefined };

function Line({ name, amount, isStrong = false }: LineProps) {
  return (
    <tr
      className={`break-inside-avoid border-b border-line align-top ${isStrong ? "font-semibold" : ""}`}
    >
      <th
        scope="row"
        className={`py-2.5 text-start wrap-anywhere ${isStrong ? "" : "font-normal"}`}
      >
        {name}
      </th>
      <td className="py-2.5 ps-4 text-end whitespace-nowrap tabular-nums">{amount}</td>
    </tr>
  );
}

/** Link to the provider's invoice; on paper only its number. */
function Invoice({ invoice: { number, url } }: { invoice: NonNullable<Receipt["invoice"]> }) {
  const name = number === null ? words.invoiceUnnumbered : fill(words.invoice, { number });
  return (
    <div className="mt-7">
      {number !== null && <p className="hidden text-base print:block">{name}</p>}
      <ButtonLink look="quiet" href={url} target="_blank" rel="noopener">
        {name}
      </ButtonLink>
      <p className="mt-2 text-sm text-ink-2 print:hidden">{words.invoiceHint}</p>
    </div>
  );
}

type Total = { name: string; amount: number; isStrong?: true };

/** Lines below the items. Lines without an amount are left out; taxes and refunds add more. */
function totalsOf(receipt: Receipt): Total[] {
  const { subtotal, discount, discountCode, other, tax, total, refunded } = receipt;
  const discountName =
    discountCode === null ? words.discount : fill(words.discountCode, { code: discountCode });
  const steps: Total[] = [
    { name: discountName, amount: -discount },
    { name: words.other, amount: other },
    ...(tax && !tax.isIncluded ? taxLines(tax, receipt.currency) : []),
  ].filter(({ amount }) => amount !== 0);
  return [
    ...(steps.length > 0 ? [{ name: words.subtotal, amount: subtotal }, ...steps] : []),
    { name: words.total, amount: total, isStrong: true },
    ...(tax?.isIncluded ? taxLines(tax, receipt.currency) : []),
    ...(tax ? [{ name: words.net, amount: total - tax.amount }] : []),
    ...(refunded > 0
      ? [
          { name: words.refunded, amount: -refunded },
          { name: words.remaining, amount: total - refunded, isStrong: true as const },
        ]
      : []),
  ];
}

/** Tax by rate; one line if the rates are unknown. */
function taxLines({ amount, isIncluded, rates }: NonNullable<Receipt["tax"]>, currency: string) {
  const all = isIncluded ? words.includedTax : words.tax;
  if (rates.length === 0) return [{ name: all, amount }];
  const text = isIncluded ? words.includedTaxAt : words.taxAt;
  return rates.map((each) => {
    const rate = formatPercent(each.percent);
    return {
      name: fill(text, { rate, net: formatMoney(each.net, currency) }),
      amount: each.amount,
    };
  });
}

/** Formats a part of a whole: 19 is "19%". */
function formatPercent(percent: number): string {
  const options = { style: "percent", maximumFractionDigits: 4 } as const;
  return (percent / 100).toLocaleString(currentLanguage(), options);
}
