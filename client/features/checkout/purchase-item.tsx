import { Download } from "lucide-react";
import { formatAmount } from "../../../server/contract/format.ts";
import type { PurchasedItem } from "../../../server/contract/store.ts";
import { ButtonLink } from "../../components/button.tsx";
import { FileList } from "../../components/file-list.tsx";
import { checkoutWords } from "../../content/checkout.ts";
import { fileWords } from "../../content/files.ts";
import { downloadOf, itemName } from "./purchase-rules.ts";

type PurchaseItemProps = {
  item: PurchasedItem;
  /** Counted from 1. */
  position: number;
  currency: string;
  email: string | null;
};

/** One product of the order with its price and its files. */
export function PurchaseItem({ item, position, currency, email }: PurchaseItemProps) {
  const words = checkoutWords.success;
  const name = itemName(item, position);
  const { files = [] } = item;
  const download = downloadOf(item);
  return (
    <li className="rounded-card border border-line bg-card px-5 py-5 shadow-paper sm:px-7 sm:py-6 print:py-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h3 className="text-xl">{name}</h3>
          <p className="mt-1 text-base text-ink-2 tabular-nums">
            {formatAmount(item.price, currency)}
            {item.billingPeriod && ` a ${item.billingPeriod}`}
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
            <Download aria-hidden="true" className="size-5" />
            {download.all ? fileWords.downloadAll(files) : words.download}
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
          {checkoutWords.subscription(email)}{" "}
          {item.billingPeriod && checkoutWords.renewal(item.billingPeriod)}
        </p>
      )}
      <FileList files={files} className="mt-5 print:mt-3" />
    </li>
  );
}
