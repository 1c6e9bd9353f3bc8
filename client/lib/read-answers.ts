import type { CurrentUser, SessionInfo } from "../../server/contract/auth.ts";
import { messages } from "../../server/contract/messages.ts";
import type {
  OtherOrder,
  Ownership,
  Product,
  PurchaseDetail,
  PurchasedFile,
  PurchasedItem,
  PurchasedProduct,
} from "../../server/contract/store.ts";
import { ApiError } from "./answer.ts";
import type { PageSource } from "../../server/contract/pages.ts";
import {
  type Fields,
  fieldsOf,
  listOf,
  numberOrNull,
  textOf,
  textOrNull,
  textsOf,
  timeOrNull,
  wordOf,
} from "./read-fields.ts";

const CURRENCY = "usd";
const TYPES = ["digital", "subscription"] as const;
const PERIODS = ["month", "year"] as const;
const STATUSES = ["paid", "processing"] as const;
const MAILS = ["waiting", "sent", "failed"] as const;
const PAPERS = ["a4", "letter"] as const;

/**
 * The same source, with every answer in the shape that pages rely on. Answers also come from older and
 * newer builds, and from storage: a field may be missing or mean nothing (decision: read-answers).
 */
export function readingSource(source: PageSource): PageSource {
  return {
    ...source,
    listProducts: async () => readProducts(await source.listProducts()),
    getPurchase: async (sessionId) => readPurchase(await source.getPurchase(sessionId), sessionId),
    getOwnership: async (question) => readOwnership(await source.getOwnership(question)),
    findUser: async () => readUser(await source.findUser()),
    listPurchases: async () => readPurchases(await source.listPurchases()),
    listSessions: async () => listOf(await source.listSessions(), readSession),
  };
}

function readProducts(body: unknown): Product[] {
  if (!Array.isArray(body)) throw new ApiError(messages.checkoutInvalidFormat);
  return listOf(body, readProduct);
}

/** Nothing can be sold without its number, or for a price that is not known. */
function readProduct(fields: Fields, index: number): Product | undefined {
  const id = numberOrNull(fields["id"]);
  const price = numberOrNull(fields["price"]);
  if (id === null || price === null) return undefined;
  return {
    id,
    price,
    name: textOf(fields["name"]),
    description: textOf(fields["description"]),
    currency: currencyOf(fields),
    // Left out is not taken away: the spec has a list price for what was never given one.
    ...("listPrice" in fields && { listPrice: numberOrNull(fields["listPrice"]) }),
    images: textsOf(fields["images"]),
    type: wordOf(fields["type"], TYPES, "digital"),
    billingPeriod: wordOf(fields["billingPeriod"], PERIODS, null),
    features: textsOf(fields["features"]),
    badge: textOrNull(fields["badge"]),
    position: numberOrNull(fields["position"]) ?? index,
  };
}

function readPurchase(body: unknown, sessionId: string): PurchaseDetail {
  const fields = fieldsOf(body);
  return {
    checkoutSessionId: textOf(fields["checkoutSessionId"], sessionId),
    orderNumber: textOf(fields["orderNumber"]),
    // Without a word the answer is a purchase; a word that is not known promises nothing.
    status: "status" in fields ? wordOf(fields["status"], STATUSES, "processing") : "paid",
    purchaseDate: timeOrNull(fields["purchaseDate"]),
    totalAmount: numberOrNull(fields["totalAmount"]),
    currency: currencyOf(fields),
    customerEmail: textOrNull(fields["customerEmail"]),
    masked: fields["masked"] === true,
    canCorrectAddress: fields["canCorrectAddress"] === true,
    mail: wordOf(fields["mail"], MAILS, null),
    firstView: fields["firstView"] === true,
    products: listOf(fields["products"], readItem),
    otherOrders: listOf(fields["otherOrders"], readOtherOrder),
  };
}

function readItem(fields: Fields, index: number): PurchasedItem {
  return {
    id: numberOrNull(fields["id"]) ?? index,
    name: textOf(fields["name"]),
    productName: textOf(fields["productName"]),
    price: numberOrNull(fields["price"]),
    quantity: numberOrNull(fields["quantity"]) ?? 1,
    ...bought(fields),
  };
}

function readOtherOrder(fields: Fields): OtherOrder | undefined {
  const sessionId = textOrNull(fields["sessionId"]);
  if (sessionId === null) return undefined;
  const orderNumber = textOf(fields["orderNumber"]);
  return { sessionId, orderNumber, names: textsOf(fields["names"]) };
}

function readOwnership(body: unknown): Ownership {
  const { order, owned } = fieldsOf(body);
  return {
    order: readOwnedOrder(fieldsOf(order)),
    owned: listOf(owned, (fields) => {
      const productId = numberOrNull(fields["productId"]);
      const sessionId = textOrNull(fields["sessionId"]);
      return productId === null || sessionId === null ? undefined : { productId, sessionId };
    }),
  };
}

function readOwnedOrder(fields: Fields): Ownership["order"] {
  const sessionId = textOrNull(fields["sessionId"]);
  if (sessionId === null) return null;
  return {
    sessionId,
    orderNumber: textOf(fields["orderNumber"]),
    status: wordOf(fields["status"], STATUSES, "processing"),
    recognised: fields["recognised"] === true,
    email: textOrNull(fields["email"]),
  };
}

function readPurchases(body: unknown): PurchasedProduct[] {
  // An empty list would say that nothing was bought.
  if (!Array.isArray(body)) throw new ApiError(messages.historyNotFetched);
  return listOf(body, readBought);
}

function readBought(fields: Fields, index: number): PurchasedProduct {
  return {
    id: numberOrNull(fields["id"]) ?? index,
    orderNumber: textOf(fields["orderNumber"]),
    productName: textOf(fields["productName"]),
    purchaseDate: timeOrNull(fields["purchaseDate"]),
    price: numberOrNull(fields["price"]),
    currency: currencyOf(fields),
    billingType: wordOf(fields["billingType"], ["one_time"], "subscription"),
    accessUntil: timeOrNull(fields["accessUntil"]),
    endsAtPeriodEnd: fields["endsAtPeriodEnd"] === true,
    paymentFailed: fields["paymentFailed"] === true,
    paymentPending: fields["paymentPending"] === true,
    withdrawn: fields["withdrawn"] === true,
    ...bought(fields),
  };
}

/** What a bought product is and opens, on either page. */
function bought(fields: Fields) {
  return {
    type: wordOf(fields["type"], TYPES, ""),
    billingPeriod: wordOf(fields["billingPeriod"], PERIODS, null),
    downloadUrl: textOrNull(fields["downloadUrl"]),
    fileUrl: textOrNull(fields["fileUrl"]),
    files: listOf(fields["files"], readFile),
  } as const;
}

/** A file that cannot be opened is none. */
function readFile(fields: Fields, index: number): PurchasedFile | undefined {
  const url = textOrNull(fields["url"]);
  if (url === null) return undefined;
  return {
    id: numberOrNull(fields["id"]) ?? index,
    title: textOf(fields["title"]),
    paper: wordOf(fields["paper"], PAPERS, null),
    // No file has none: 0 is not shown.
    pages: numberOrNull(fields["pages"]) ?? 0,
    bytes: numberOrNull(fields["bytes"]) ?? 0,
    sha256: textOf(fields["sha256"]),
    url,
  };
}

function readUser(body: unknown): CurrentUser | null {
  if (body === null) return null;
  const fields = fieldsOf(body);
  return {
    id: numberOrNull(fields["id"]) ?? 0,
    email: textOf(fields["email"]),
    name: textOrNull(fields["name"]),
    isAdmin: fields["isAdmin"] === true,
  };
}

function readSession(fields: Fields): SessionInfo | undefined {
  const id = numberOrNull(fields["id"]);
  if (id === null) return undefined;
  return {
    id,
    current: fields["current"] === true,
    device: textOf(fields["device"]),
    createdAt: timeOrNull(fields["createdAt"]),
    lastUsedAt: timeOrNull(fields["lastUsedAt"]),
  };
}

function currencyOf(fields: Fields): string {
  const currency = textOf(fields["currency"]);
  return /^[a-z]{3}$/i.test(currency) ? currency : CURRENCY;
}
