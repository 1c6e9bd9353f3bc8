import type { PurchaseDetail } from "../../server/contract/answers.ts";
import type { AddressAnswer } from "../../server/contract/checkout.ts";
import { pageTexts, readAnswer } from "./answer.ts";
import { fieldsOf, textOf, textsOf } from "./read-fields.ts";
import { calls } from "./typed-client.ts";

/** Client of the calls about a paid order. They reject with an ApiError as those of the shop. */
export function createOrderApi(api: typeof calls) {
  return {
    /** Returns the purchase of a checkout session. Rejects with a reason when it is not paid. */
    getPurchase: (sessionId: string): Promise<PurchaseDetail> =>
      readAnswer(api.products["purchase-detail"].$get({ query: { sessionId } }), pageTexts),

    /** Emails the files of a purchase to the buyer again. */
    resendFiles: (sessionId: string) =>
      readAnswer(api.orders.resend.$post({ json: { sessionId } }), pageTexts),

    /** Stores the record of a purchased subscription. Idempotent. */
    saveSubscription: (sessionId: string) =>
      readAnswer(api.subscriptions.$post({ json: { sessionId } }), pageTexts),

    /** Changes the email address of a purchase. Only the browser that paid is allowed to. */
    async correctEmail(sessionId: string, email: string): Promise<AddressAnswer> {
      const request = api.orders.address.$post({ json: { sessionId, email } });
      const { customerEmail, alsoMoved } = fieldsOf(await readAnswer(request, pageTexts));
      return { customerEmail: textOf(customerEmail, email), alsoMoved: textsOf(alsoMoved) };
    },
  };
}

export type OrderApi = ReturnType<typeof createOrderApi>;

export const orderApi: OrderApi = createOrderApi(calls);
