import { useEffect, useState } from "react";
import type { Discount } from "../../../server/contract/discounts.ts";
import { calls } from "../../lib/typed-client.ts";

/** The cookie with the discount code of this visit. */
const CODE = /(?:^|; )code=([\w-]+)/;

/**
 * Returns the prices with a discount code: `first`, or those with the code of this visit, which the
 * browser fetches because all visitors share the page.
 */
export function useDiscount(first: Discount | null): Discount | null {
  const [discount, setDiscount] = useState(first);
  useEffect(() => {
    const code = CODE.exec(document.cookie)?.[1];
    // Without an answer, the page keeps the normal prices; the payment page applies the code.
    if (!first && code) void fetchDiscount(code).then(setDiscount, () => {});
  }, [first]);
  return discount;
}

async function fetchDiscount(code: string): Promise<Discount | null> {
  const answer = await calls.discounts[":code"].$get({ param: { code } });
  return answer.ok ? answer.json() : null;
}
