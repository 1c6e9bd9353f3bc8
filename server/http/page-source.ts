import type { Context } from "hono";
import type { CheckoutRequest } from "../contract/checkout.ts";
import type { ContactStart } from "../contract/contact.ts";
import { type LoginStart, NEW_LOGIN } from "../contract/login.ts";
import type { PageSource } from "../contract/pages.ts";
import type { Deps } from "../deps.ts";
import { productList } from "../domain/catalogue.ts";
import { getOwnership } from "../domain/orders/ownership.ts";
import { getPurchaseDetail } from "../domain/orders/purchase-detail.ts";
import { listPurchases } from "../domain/orders/purchase-history.ts";
import type { ReadPublic } from "../domain/public-read.ts";
import { listSessions } from "../domain/sign-in/sessions.ts";
import type { AppEnv } from "./env.ts";
import { countOf, isWithin } from "./limits.ts";
import { getUser, sessionToken, viewerOf } from "./viewer.ts";

/** Result of a posted form: the status, and the values that the form shows again. */
export type PostedPage = {
  status: number;
  contact?: Omit<ContactStart, "openedAt"> & { openedAt?: number | undefined };
  login?: LoginStart;
  /** A checkout requested inside a frame, which has not started yet. */
  framedCheckout?: CheckoutRequest;
};

export type PageVisit = {
  c: Context<AppEnv>;
  posted: PostedPage | undefined;
  /** Whether the page has read data of this visitor, so that caches must not store it. */
  isPersonal: boolean;
};

const PURCHASES = { name: "purchase-page", points: 60, seconds: 60, durable: false };

/** Creates the data source of a page for one visitor, or without a visitor for a shared page. */
export function pageSources(deps: Deps) {
  const limit = countOf(deps, PURCHASES);
  return (read: ReadPublic, visit?: PageVisit): PageSource => {
    const getVisit = () => {
      if (!visit) throw new Error("A shared page must not read anything of a visitor.");
      return visit;
    };
    const getPersonal = () => {
      const found = getVisit();
      found.isPersonal = true;
      return found;
    };
    const viewer = () => {
      const found = viewerOf(getVisit().c, deps);
      getVisit().isPersonal ||= found.browserHash !== null || found.user !== null;
      return found;
    };
    return {
      listProducts: async () => read(productList),
      getPurchase: async (sessionId) => {
        await limit(getPersonal().c);
        return getPurchaseDetail(deps, sessionId, viewer());
      },
      getOwnership: async (question) => {
        getVisit().isPersonal ||= question.sessionId !== undefined;
        const mayAsk = await isWithin(limit, getVisit().c);
        return getOwnership(deps, question, { viewer: viewer(), mayAsk });
      },
      openContactForm: async () => {
        const { draft = null, openedAt } = getVisit().posted?.contact ?? {};
        getVisit().isPersonal ||= draft !== null;
        return { openedAt: openedAt ?? deps.clock.now().getTime(), draft };
      },
      findFramedCheckout: async () => getPersonal().posted?.framedCheckout ?? null,
      findUser: async () => viewerOf(getPersonal().c, deps).user,
      listPurchases: async () => listPurchases(deps, getUser(getVisit().c, deps)),
      listSessions: async () => {
        const { c } = getVisit();
        return listSessions(deps, getUser(c, deps), sessionToken(c, deps));
      },
      openLogin: async () => getPersonal().posted?.login ?? NEW_LOGIN,
    };
  };
}
