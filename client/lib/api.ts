import { hc } from "hono/client";
import type { AppType } from "../../server/app.ts";
import type {
  AddressAnswer,
  CheckoutAnswer,
  CheckoutRequest,
} from "../../server/contract/checkout.ts";
import type { ContactRequest, FormAnswer } from "../../server/contract/contact.ts";
import { messages } from "../../server/contract/messages.ts";
import type { Product, PurchaseDetail } from "../../server/contract/store.ts";
import { contactWording } from "../../server/contract/wording.ts";
import { type AnswerTexts, readAnswer } from "./answer.ts";
import type { PageSource } from "./page-source.ts";

const pageTexts: AnswerTexts = {
  network: messages.network,
  notJson: messages.checkoutInvalidFormat,
  failed: messages.unexpected,
};

const checkoutTexts: AnswerTexts = {
  network: messages.unexpected,
  notJson: messages.checkoutInvalidFormat,
  failed: messages.checkoutFailed,
};

const contactTexts: AnswerTexts = {
  network: contactWording.failed,
  notJson: contactWording.failed,
  failed: contactWording.failed,
};

/**
 * The calls of the shop, over `fetch`. Each resolves with the answer's body and rejects with an
 * ApiError whose message can be shown to the visitor.
 */
export function createApi(options?: { baseUrl?: string; fetch?: typeof fetch }) {
  const client = hc<AppType>(options?.baseUrl ?? "/", { fetch: options?.fetch });

  return {
    /** The active products in display order. */
    listProducts(): Promise<Product[]> {
      return readAnswer(client.api.products.$get(), pageTexts);
    },

    /** The purchase of one checkout session; rejects with the server's reason when it is not paid. */
    getPurchase(sessionId: string): Promise<PurchaseDetail> {
      const query = { sessionId };
      return readAnswer(client.api.products["purchase-detail"].$get({ query }), pageTexts);
    },

    /** Opens a checkout; the same `idempotencyKey` never opens a second one. */
    createCheckout(json: CheckoutRequest, idempotencyKey: string): Promise<CheckoutAnswer> {
      const headers = { "Idempotency-Key": idempotencyKey };
      return readAnswer(
        client.api["create-checkout-session"].$post({ json }, { headers }),
        checkoutTexts,
      );
    },

    /** Mails the files of a purchase to its buyer again, wherever the request comes from. */
    resendFiles(sessionId: string): Promise<{ success: boolean }> {
      return readAnswer(client.api.orders.resend.$post({ json: { sessionId } }), pageTexts);
    },

    /** Moves a purchase to another e-mail address; only the browser that paid may. */
    correctAddress(sessionId: string, email: string): Promise<AddressAnswer> {
      return readAnswer(client.api.orders.address.$post({ json: { sessionId, email } }), pageTexts);
    },

    /** Sends the contact form. */
    submitContact(json: ContactRequest): Promise<FormAnswer> {
      return readAnswer(client.api.forms.submit.$post({ json }), contactTexts);
    },
  };
}

export type Api = ReturnType<typeof createApi>;

export const api: Api = createApi();

/** What pages read in the browser. */
export const apiSource: PageSource = {
  ...api,
  openContactForm: async () => ({ openedAt: Date.now(), draft: null }),
  getOwnership: async () => ({ order: null, ownedIds: [] }),
};
