import { Download } from "../../../components/icons.tsx";
import { formatAmount, formatDay, unitWords } from "../../../../server/contract/format.ts";
import type {
  OtherOrder,
  PurchaseDetail,
  PurchasedItem,
} from "../../../../server/contract/answers.ts";
import { fill } from "../../../../server/contract/words.ts";
import { ButtonLink } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { downloadAllText, FileList } from "../../../components/file-list.tsx";
import { LicenceLine } from "../../../components/licence-line.tsx";
import { checkoutWords } from "../../../content/checkout.ts";
import { orderPath } from "../../../../server/contract/checkout-paths.ts";
import { useSite } from "../../../lib/page-context.ts";
import { isGiven } from "./purchase-state.ts";

export function OrderList({ purchase }: { purchase: PurchaseDetail }) {
  const { products, currency, customerEmail } = purchase;
  return (
    <section aria-labelledby="order-heading">
      <h2 id="order-heading" className="text-2xl">
        {fill(checkoutWords.success.items, { count: products.length })}
      </h2>
      <ul className="mt-5 grid gap-5">
        {products.map((item, index) => (
          <PurchaseItem
            key={item.id}
            item={item}
            position={index + 1}
            currency={currency}
            email={customerEmail}
            isGift={isGiven(purchase)}
          />
        ))}
      </ul>
    </section>
  );
}

type PurchaseItemProps = {
  item: PurchasedItem;
  position: number;
  currency: string;
  email: string | null;
  isGift: boolean;
};

function PurchaseItem({ item, position, currency, email, isGift }: PurchaseItemProps) {
  const words = checkoutWords.success;
  const name = itemName(item, position);
  const { files } = item;
  const { timeZone } = useSite();
  const download = downloadOf(item);
  const { accessFrom, isWithheld } = item;
  const opensOnText = isGift ? checkoutWords.gift.opensOn : words.opensOn;
  const opensOn =
    accessFrom && fill(opensOnText, { day: formatDay(new Date(accessFrom), timeZone) });
  const note = isWithheld ? words.withheld : opensOn;
  return (
    <Card as="li" raised className="px-5 py-5 sm:px-7 sm:py-6 print:py-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h3 className="text-xl">{name}</h3>
          <p className="mt-1 text-base text-ink-2 tabular-nums">
            {item.price !== null && formatAmount(item.price, currency)}
          </p>
        </div>
        {download ? (
          <ButtonLink
            look={position === 1 ? "main" : "dark"}
            href={download.url}
            target="_blank"
            rel="noopener"
            className="w-full max-[23rem]:px-3 sm:w-auto"
          >
            <Download className="size-5" />
            {download.all ? downloadAllText(files) : words.download}
            <span className="sr-only">: {name}</span>
          </ButtonLink>
        ) : (
          <span className="rounded-full bg-teal-2 px-3.5 py-1 text-sm font-semibold text-teal capitalize">
            {item.type || words.productFallback}
          </span>
        )}
      </div>
      {item.type === "subscription" && email && (
        <p className="mt-3 text-base">
          {fill(checkoutWords.subscription, { email })}{" "}
          {item.billingPeriod &&
            fill(checkoutWords.renewal, { period: unitWords[item.billingPeriod] })}
        </p>
      )}
      {note && <p className="mt-3 text-base">{note}</p>}
      <LicenceLine licence={item.licence} className="mt-3 max-w-[40rem] print:hidden" />
      <FileList files={files} className="mt-5 print:mt-3" />
    </Card>
  );
}

/** Returns the product's name, or "Product N" with the 1-based `position`. */
export function itemName(
  item: Pick<PurchasedItem, "name" | "productName">,
  position: number,
): string {
  return item.productName || item.name || `Product ${position}`;
}

/** Returns a digital product's download: its only file, or a ZIP of all files (`all`). */
export function downloadOf(
  item: Pick<PurchasedItem, "type" | "downloadUrl" | "fileUrl" | "files">,
): { url: string; all: boolean } | undefined {
  const { type, downloadUrl, fileUrl, files } = item;
  const [first, second] = files.length === 1 ? [fileUrl, downloadUrl] : [downloadUrl, fileUrl];
  const url = type === "digital" ? first || second : null;
  return url ? { url, all: /\.zip(?:[?#]|$)/i.test(url) } : undefined;
}

/** Links to this browser's other orders of the day. */
export function OtherOrders({ orders }: { orders: OtherOrder[] }) {
  const words = checkoutWords.success;
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby="other-orders-heading">
      <h2 id="other-orders-heading" className="text-xl">
        {words.others}
      </h2>
      <ul className="mt-4 grid gap-3">
        {orders.map(({ sessionId, orderNumber, names }) => (
          <Card
            as="li"
            key={sessionId}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-4 sm:px-7"
          >
            <p>
              <span className="font-semibold">{names.join(", ")}</span>
              {orderNumber && (
                <span className="block text-sm text-ink-2">
                  {fill(words.otherOrder, { number: orderNumber })}
                </span>
              )}
            </p>
            <a className="link inline-block py-1 text-base" href={orderPath(sessionId)}>
              {words.otherLink}
              <span className="sr-only">: {names.join(", ")}</span>
            </a>
          </Card>
        ))}
      </ul>
    </section>
  );
}
