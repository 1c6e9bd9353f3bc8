import type { CurrentUser, SessionInfo } from "../../server/contract/auth.ts";
import { messages } from "../../server/contract/messages.ts";
import type { PageSource } from "../../server/contract/pages.ts";
import type {
  OtherOrder,
  Ownership,
  Product,
  PurchaseDetail,
  PurchasedFile,
  PurchasedItem,
  PurchasedProduct,
} from "../../server/contract/answers.ts";
import { ApiError } from "./answer.ts";
import {
  idOrIndex,
  isTrue,
  listOf,
  numberOr,
  numberOrNull,
  type Read,
  shapeOf,
  text,
  textOrNull,
  textsOf,
  timeOrNull,
  wordOf,
} from "./read-fields.ts";

/**
 * The same source, with every answer in the shape that pages rely on. Answers also come from older and
 * newer builds, and from storage: a field may be missing or mean nothing (decision: read-answers).
 */
export function readingSource(source: PageSource): PageSource {
  return {
    ...source,
    listProducts: async () =>
      readProducts(aList(await source.listProducts(), messages.checkoutInvalidFormat)),
    getPurchase: async (sessionId) => {
      const purchase = readPurchase(await source.getPurchase(sessionId));
      return { ...purchase, checkoutSessionId: purchase.checkoutSessionId || sessionId };
    },
    getOwnership: async (question) => readOwnership(await source.getOwnership(question)),
    findUser: async () => {
      const user = await source.findUser();
      return user && readUser(user);
    },
    // An empty list would say that nothing was bought.
    listPurchases: async () =>
      readPurchases(aList(await source.listPurchases(), messages.historyNotFetched)),
    listSessions: async () => readSessions(await source.listSessions()),
  };
}

function aList(body: unknown, problem: string): unknown {
  if (!Array.isArray(body)) throw new ApiError(problem);
  return body;
}

const currency: Read<string> = (value) =>
  typeof value === "string" && /^[a-z]{3}$/i.test(value) ? value : "usd";
const billingPeriod = wordOf(["month", "year"], null);
const status = wordOf(["paid", "processing"], "processing");

/** Nothing can be sold without its number, or for a price that is not known. */
const readProducts = listOf(
  shapeOf<Product>({
    id: idOrIndex,
    price: numberOr(0),
    name: text,
    description: text,
    currency,
    // Left out is not taken away: the spec has a list price for what was never given one.
    listPrice: (value) => (value === undefined ? undefined : numberOrNull(value)),
    images: textsOf,
    type: wordOf(["digital", "subscription"], "digital"),
    billingPeriod,
    features: textsOf,
    badge: textOrNull,
    position: idOrIndex,
  }),
  "id",
  "price",
);

/** What a bought product is and opens, on either page. */
const bought = {
  type: wordOf(["digital", "subscription"], ""),
  billingPeriod,
  downloadUrl: textOrNull,
  fileUrl: textOrNull,
  // A file that cannot be opened is none.
  files: listOf(
    shapeOf<PurchasedFile>({
      id: idOrIndex,
      title: text,
      paper: wordOf(["a4", "letter"], null),
      // No file has none: 0 is not shown.
      pages: numberOr(0),
      bytes: numberOr(0),
      sha256: text,
      url: text,
    }),
    "url",
  ),
} as const;

const readPurchase = shapeOf<PurchaseDetail>({
  checkoutSessionId: text,
  orderNumber: text,
  // Without a word the answer is a purchase; a word that is not known promises nothing.
  status: (value) => (value === undefined ? "paid" : status(value)),
  purchaseDate: timeOrNull,
  totalAmount: numberOrNull,
  currency,
  customerEmail: textOrNull,
  masked: isTrue,
  canCorrectAddress: isTrue,
  mail: wordOf(["waiting", "sent", "failed"], null),
  firstView: isTrue,
  products: listOf(
    shapeOf<PurchasedItem>({
      id: idOrIndex,
      name: text,
      productName: text,
      price: numberOrNull,
      quantity: numberOr(1),
      ...bought,
    }),
  ),
  otherOrders: listOf(
    shapeOf<OtherOrder>({ sessionId: text, orderNumber: text, names: textsOf }),
    "sessionId",
  ),
});

const readOrders = listOf<NonNullable<Ownership["order"]>>(
  shapeOf({
    sessionId: text,
    orderNumber: text,
    status,
    recognised: isTrue,
    email: textOrNull,
    mistyped: isTrue,
  }),
  "sessionId",
);

const readOwnership = shapeOf<Ownership>({
  order: (value) => readOrders([value])[0] ?? null,
  owned: listOf<Ownership["owned"][number]>(
    shapeOf({ productId: idOrIndex, sessionId: text }),
    "productId",
    "sessionId",
  ),
});

const readPurchases = listOf(
  shapeOf<PurchasedProduct>({
    id: idOrIndex,
    orderNumber: text,
    productName: text,
    purchaseDate: timeOrNull,
    price: numberOrNull,
    currency,
    billingType: wordOf(["one_time"], "subscription"),
    accessUntil: timeOrNull,
    endsAtPeriodEnd: isTrue,
    paymentFailed: isTrue,
    paymentPending: isTrue,
    withdrawn: isTrue,
    ...bought,
  }),
);

const readUser = shapeOf<CurrentUser>({
  id: numberOr(0),
  email: text,
  name: textOrNull,
  isAdmin: isTrue,
});

const readSessions = listOf(
  shapeOf<SessionInfo>({
    id: idOrIndex,
    current: isTrue,
    device: text,
    createdAt: timeOrNull,
    lastUsedAt: timeOrNull,
  }),
  "id",
);
