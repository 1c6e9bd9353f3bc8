import { hc } from "hono/client";
import type { AppType } from "../../server/app.ts";
import type {
  AddressAnswer,
  CheckoutAnswer,
  CheckoutRequest,
} from "../../server/contract/checkout.ts";
import type { CurrentUser, SessionInfo } from "../../server/contract/auth.ts";
import type { ContactRequest, FormAnswer } from "../../server/contract/contact.ts";
import { NEW_LOGIN } from "../../server/contract/login.ts";
import { messages } from "../../server/contract/messages.ts";
import type { Product, PurchaseDetail, PurchasedProduct } from "../../server/contract/answers.ts";
import {
  type AnswerTexts,
  ApiError,
  isJson,
  NO_NETWORK,
  readAnswer,
  readStrictly,
} from "./answer.ts";

import { fieldsOf, textOf, textsOf } from "./read-fields.ts";
import type { PageSource } from "../../server/contract/pages.ts";

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

const sendCodeTexts = always(messages.codeNotSent);
const historyTexts = always(messages.historyNotFetched);
const checkCodeTexts: AnswerTexts = { ...pageTexts, failed: messages.codeInvalid };

function always(text: string): AnswerTexts {
  return { network: text, notJson: text, failed: text };
}

/**
 * The calls of the public API. Each resolves with the response body, and rejects with an ApiError whose
 * message can be shown to the visitor.
 */
export function createApi(options?: { baseUrl?: string; fetch?: typeof fetch }) {
  const client = hc<AppType>(options?.baseUrl ?? "/", { fetch: options?.fetch });

  return {
    listProducts(): Promise<Product[]> {
      return readAnswer(client.api.products.$get(), pageTexts);
    },

    /** The purchase of a checkout session; rejects with the server's reason when it is not paid. */
    getPurchase(sessionId: string): Promise<PurchaseDetail> {
      const query = { sessionId };
      return readAnswer(client.api.products["purchase-detail"].$get({ query }), pageTexts);
    },

    /** Idempotent by `idempotencyKey`. */
    createCheckout(json: CheckoutRequest, idempotencyKey: string): Promise<CheckoutAnswer> {
      const headers = { "Idempotency-Key": idempotencyKey };
      return readAnswer(
        client.api["create-checkout-session"].$post({ json }, { headers }),
        checkoutTexts,
      );
    },

    /** Mails the files of a purchase to its buyer again. */
    resendFiles(sessionId: string): Promise<{ success: boolean }> {
      return readAnswer(client.api.orders.resend.$post({ json: { sessionId } }), pageTexts);
    },

    /** Saves the record of a bought subscription. Idempotent. */
    saveSubscription(sessionId: string): Promise<{ success: boolean }> {
      return readAnswer(client.api.subscriptions.$post({ json: { sessionId } }), pageTexts);
    },

    /** Moves a purchase to another email address; only the browser that paid may. */
    async correctEmail(sessionId: string, email: string): Promise<AddressAnswer> {
      const json = { sessionId, email };
      const answer = fieldsOf(
        await readAnswer(client.api.orders.address.$post({ json }), pageTexts),
      );
      return {
        customerEmail: textOf(answer["customerEmail"], email),
        alsoMoved: textsOf(answer["alsoMoved"]),
      };
    },

    submitContact(json: ContactRequest): Promise<FormAnswer> {
      return readAnswer(client.api.forms.submit.$post({ json }), pageTexts);
    },

    /** The signed-in user; null for a visitor who is not. */
    async findUser(): Promise<CurrentUser | null> {
      const answer = await client.api.users.me.$get().catch(() => {
        throw new ApiError(messages.network, { code: NO_NETWORK });
      });
      // The typed client knows only 200.
      const status: number = answer.status;
      // A 401 without JSON is a captive portal's.
      if (status === 401 && isJson(answer)) return null;
      return readAnswer(Promise.resolve(answer), always(messages.userFailed(status)));
    },

    /** Purchases of the signed-in user, newest first. */
    listPurchases(): Promise<PurchasedProduct[]> {
      return readAnswer(client.api.products["purchased-products"].$get(), historyTexts);
    },

    /** Mails a sign-in code. */
    sendCode(email: string): Promise<{ success: boolean }> {
      return readStrictly(client.api["send-otp"].$post({ json: { email } }), sendCodeTexts);
    },

    /** Mails a code if the address has orders; the response is the same without any. */
    findOrders(email: string): Promise<{ success: boolean }> {
      return readStrictly(client.api.orders.find.$post({ json: { email } }), sendCodeTexts);
    },

    verifyCode(email: string, otp: string): Promise<{ user: CurrentUser }> {
      return readStrictly(client.api["verify-otp"].$post({ json: { email, otp } }), checkCodeTexts);
    },

    /** URL where the external login starts. */
    async getLoginUrl(provider: string, originUrl: string): Promise<{ redirectUrl: string }> {
      const request = client.api.oauth[":provider"].redirect_url.$get({
        param: { provider },
        query: { originUrl },
      });
      const { redirectUrl } = fieldsOf(await readAnswer(request, pageTexts));
      if (typeof redirectUrl !== "string") throw new ApiError(messages.checkoutInvalidFormat);
      return { redirectUrl };
    },

    /** Signs in with the code of the external login. */
    exchangeCode(code: string, state: string | null): Promise<{ user: CurrentUser }> {
      const json = { code, ...(state !== null && { state }) };
      return readAnswer(client.api.sessions.$post({ json }), pageTexts);
    },

    /** Ends this session; `keepalive` lets the request finish after the page is closed. */
    logout(signal?: AbortSignal): Promise<{ success: boolean }> {
      return readAnswer(
        client.api.logout.$get({}, { init: { signal, keepalive: true } }),
        pageTexts,
      );
    },

    /** Sessions of the signed-in user. */
    async listSessions(): Promise<SessionInfo[]> {
      const { sessions } = await readAnswer(client.api.sessions.$get(), pageTexts);
      return sessions;
    },

    async endSession(id: number): Promise<void> {
      await readAnswer(
        client.api.sessions[":id"].$delete({ param: { id: String(id) } }),
        pageTexts,
      );
    },

    /** Ends all sessions of the user, this one too. */
    async endAllSessions(): Promise<void> {
      await readAnswer(client.api.sessions.$delete(), pageTexts);
    },
  };
}

export type Api = ReturnType<typeof createApi>;

export const api: Api = createApi();

/** The source of pages in the browser. */
export const apiSource: PageSource = {
  listProducts: api.listProducts,
  getPurchase: api.getPurchase,
  getOwnership: async () => ({ order: null, owned: [] }),
  openContactForm: async () => ({ openedAt: Date.now(), draft: null }),
  findFramedCheckout: async () => null,
  findUser: api.findUser,
  listPurchases: api.listPurchases,
  listSessions: api.listSessions,
  openLogin: async () => NEW_LOGIN,
};
