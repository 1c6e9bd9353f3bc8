import { describe, expect, test, vi } from "vitest";
import { render } from "../../client/app/entry-server.tsx";
import type { PageSource } from "../../server/contract/pages.ts";
import type { Ownership } from "../../server/contract/answers.ts";
import {
  aBoughtProduct,
  aFile,
  anItem,
  aProduct,
  aPurchase,
  aSession,
  aSource,
  assets,
  aUser,
  SESSION_ID,
  site,
  wordsOf,
} from "./fixtures.ts";

const PLAIN = `/checkout/success?sessionId=${SESSION_ID}&plain=1`;
const club = { type: "subscription", billingPeriod: "month" } as const;
const otherOrders = [{ sessionId: "cs_test_other", orderNumber: "PC-OTHER", names: ["Mazes"] }];
const ownership: Ownership = {
  order: {
    sessionId: SESSION_ID,
    orderNumber: "PC-2K7QX",
    status: "paid",
    recognised: true,
    email: "jordan@example.com",
    mistyped: false,
  },
  owned: [{ productId: 1, sessionId: SESSION_ID }],
};
const funnel = ["Premium Pack", "Dinosaur Busy Book", "Color Workbook", "Color Workbook for Kids"];
const listProducts = async () => funnel.map((name, index) => aProduct({ id: index + 1, name }));

// Each page with the source of its answer, the answer in full, and a word that shows it.
const PAGES: [string, keyof PageSource, unknown, Partial<PageSource>, string][] = [
  [
    "/",
    "listProducts",
    [aProduct(), aProduct({ id: 2, name: "Club", ...club })],
    {},
    "Choose your pack",
  ],
  [
    PLAIN,
    "getPurchase",
    aPurchase({
      otherOrders,
      products: [anItem({ files: [aFile()] }), anItem({ ...club, files: [] })],
    }),
    {},
    "Purchase Successful!",
  ],
  [
    PLAIN,
    "getPurchase",
    aPurchase({ status: "processing", canCorrectAddress: true, products: [anItem({ files: [] })] }),
    {},
    "Your payment is being processed",
  ],
  ["/upsell/1", "getOwnership", ownership, { listProducts }, "Dinosaur Busy Book"],
  ["/upsell2?originalProductId=1", "getOwnership", ownership, { listProducts }, "Color Workbook"],
  [
    "/downsell?originalProductId=4",
    "listProducts",
    (await listProducts()).slice(3),
    {},
    "Color Workbook for Kids",
  ],
  [
    "/checkout/cancel?offer=downsell&originalProductId=1",
    "getOwnership",
    ownership,
    {},
    "Payment Cancelled",
  ],
  ["/account", "findUser", aUser({ name: "Jordan" }), {}, "My Account"],
  [
    "/account",
    "listPurchases",
    [
      aBoughtProduct(),
      aBoughtProduct({ id: 12, ...club, accessUntil: "2126-12-21T10:00:00.000Z" }),
    ],
    {},
    "Purchase History",
  ],
  [
    "/account",
    "listSessions",
    [aSession(), aSession({ id: 6, current: false })],
    {},
    "Where you are signed in",
  ],
];

// Fields whose words mean something to the page; any other text is shown as it is.
const MEANINGS =
  /^(?:type|billingPeriod|billingType|status|mail|paper|currency|purchaseDate|accessUntil|lastUsedAt)$/;

/** The answer without, and with another's word in, each of its fields in turn, however deep. */
function* damaged(value: unknown, path = ""): Generator<[string, unknown]> {
  if (typeof value !== "object" || value === null) return;
  const fields = value as Record<string, unknown>;
  const copyWith = (key: string, change: unknown) =>
    Array.isArray(value) ? value.with(Number(key), change) : { ...fields, [key]: change };
  for (const [key, field] of Object.entries(fields)) {
    const name = `${path}.${key}`;
    if (!Array.isArray(value)) {
      const { [key]: _, ...others } = fields;
      yield [`${name} left out`, others];
      yield [`${name} of a newer build`, copyWith(key, { newer: true })];
      if (MEANINGS.test(key)) yield [`${name} another word`, copyWith(key, "a-new-word")];
    }
    for (const [what, deeper] of damaged(field, name)) yield [what, copyWith(key, deeper)];
  }
  if (!Array.isArray(value)) yield [`${path} with more`, { ...fields, fromTomorrow: [{}] }];
}

const NONSENSE = /undefined|\bnull\b|NaN|Invalid Date|\[object|1970|a-new-word/;
const NOWHERE = /(?:href|src|value|datetime)="[^"]*(?:undefined|null|NaN)/i;

describe.each(PAGES)("%s, by %s", (url, call, answer, others, word) => {
  const renderWith = async (given: unknown) => {
    const source = aSource({ findUser: async () => aUser(), ...others, [call]: async () => given });
    return render({ url, site, source, assets, report: vi.fn() });
  };

  test("shows the whole answer", async () => {
    const { status, html } = await renderWith(answer);
    expect(status).toBe(200);
    expect(wordsOf(html)).toContain(word);
  });

  test("stands without any field, and with what it does not know", async () => {
    const faults: unknown[] = [];
    for (const [what, given] of damaged(answer)) {
      const { status, html } = await renderWith(given);
      const nonsense = NONSENSE.exec(wordsOf(html)) ?? NOWHERE.exec(html);
      if (status !== 200 || nonsense) faults.push([what, status, nonsense?.[0]]);
    }
    expect(faults).toEqual([]);
  });
});
