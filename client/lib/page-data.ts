import type { CurrentUser, SessionInfo } from "../../server/contract/auth.ts";
import type { ContactStart } from "../../server/contract/contact.ts";
import type { LoginStart } from "../../server/contract/login.ts";
import type { Site } from "../../server/contract/site.ts";
import type {
  Ownership,
  Product,
  PurchaseDetail,
  PurchasedProduct,
} from "../../server/contract/store.ts";
import { ApiError } from "./answer.ts";
import type { PageSource } from "./page-source.ts";
import { readableMessage } from "./readable-error.ts";

type Noted<T> = { value: T } | { error: string };

/** What the server hands to the browser with the page, so that hydration asks for nothing again. */
export type PageData = {
  site: Site;
  products?: Noted<Product[]>;
  purchase?: Noted<PurchaseDetail>;
  ownership?: Noted<Ownership> & { originalId: number };
  contact?: Noted<ContactStart>;
  user?: Noted<CurrentUser | null>;
  purchases?: Noted<PurchasedProduct[]>;
  sessions?: Noted<SessionInfo[]>;
  login?: Noted<LoginStart>;
};

export const PAGE_DATA_ID = "page-data";

/** Wraps `source` so that every answer, and every failure's public text, is noted in `data`. */
export function recordAnswers(source: PageSource, data: PageData): PageSource {
  return {
    listProducts: () => note(source.listProducts(), (noted) => (data.products = noted)),
    getPurchase: (id) => note(source.getPurchase(id), (noted) => (data.purchase = noted)),
    getOwnership: (question) => {
      const { originalId } = question;
      return note(
        source.getOwnership(question),
        (noted) => (data.ownership = { ...noted, originalId }),
      );
    },
    openContactForm: () => note(source.openContactForm(), (noted) => (data.contact = noted)),
    findUser: () => note(source.findUser(), (noted) => (data.user = noted)),
    listPurchases: () => note(source.listPurchases(), (noted) => (data.purchases = noted)),
    listSessions: () => note(source.listSessions(), (noted) => (data.sessions = noted)),
    openLogin: () => note(source.openLogin(), (noted) => (data.login = noted)),
  };
}

async function note<T>(answer: Promise<T>, keep: (noted: Noted<T>) => void): Promise<T> {
  try {
    const value = await answer;
    keep({ value });
    return value;
  } catch (error) {
    keep({ error: readableMessage(error) });
    throw error;
  }
}

type Once = Exclude<keyof PageData, "site" | "ownership">;

/** Wraps `source` so that the first call of each kind ends as it ended on the server. */
export function replayAnswers(source: PageSource, data: PageData): PageSource {
  const left = { ...data };
  async function once<T>(noted: Noted<T> | undefined, key: Once, ask: () => Promise<T>) {
    left[key] = undefined;
    return noted ? replay(noted) : ask();
  }
  return {
    listProducts: () => once(left.products, "products", source.listProducts),
    getPurchase: (id) => once(left.purchase, "purchase", () => source.getPurchase(id)),
    // True for the whole visit: whatever changes it leads through a new page of the server.
    async getOwnership(question) {
      const { ownership: noted } = data;
      const known = noted?.originalId === question.originalId;
      return known ? replay(noted) : source.getOwnership(question);
    },
    openContactForm: () => once(left.contact, "contact", source.openContactForm),
    findUser: () => once(left.user, "user", source.findUser),
    listPurchases: () => once(left.purchases, "purchases", source.listPurchases),
    listSessions: () => once(left.sessions, "sessions", source.listSessions),
    openLogin: () => once(left.login, "login", source.openLogin),
  };
}

function replay<T>(noted: Noted<T>): T {
  if ("value" in noted) return noted.value;
  throw new ApiError(noted.error);
}

/** JSON that can stand inside a script element: no character sequence of it can close the element. */
export function toScriptJson(data: object): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}
