import { checkoutBody, type Browser } from "./browser.ts";
import { ordersOf } from "./money.ts";
import { changeSettings } from "./shop-settings.ts";
import { openShop, type Shop } from "./shop.ts";

export const RECIPIENT = "lea@example.com";
export const GIVER = "greta@example.com";

/** Subjects of the mail with the files, and of the giver's receipt. */
export const READY = "A gift for you: your printables are ready";
export const receiptOf = (number: string) => `Your gift is on its way (order ${number})`;

type Gift = { products?: number[]; giftTo?: string; browser?: Browser; back?: string };

/** Opens a shop that sells gifts. `give` starts the checkout of the pack as a gift to Lea. */
export async function openGiftShop(options: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop(options);
  return withGifts(shop);
}

export function withGifts<S extends Shop>(shop: S) {
  changeSettings(shop, { gifts: true });
  const { control } = shop.simulator;

  const ask = ({
    products = [shop.pack],
    giftTo = RECIPIENT,
    browser = shop.browser,
    back = "/checkout/cancel",
  }: Gift = {}) =>
    browser.post("/api/create-checkout-session", {
      ...checkoutBody(products),
      cancelRouter: back,
      giftTo,
    });
  const give = async (gift?: Gift): Promise<string> => {
    const response = await ask(gift);
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    return ((await response.json()) as { sessionId: string }).sessionId;
  };
  const payFor = async (id: string, payer: Parameters<typeof control.pay>[1] = {}) => {
    await control.pay(id, { email: GIVER, ...payer });
    await shop.settle();
  };
  return {
    ...shop,
    control,
    ask,
    give,
    payFor,
    /** Buys a gift and processes all webhooks and mails; returns the session's id. */
    async bought(gift?: Gift): Promise<string> {
      const id = await give(gift);
      await payFor(id);
      return id;
    },
    /** Mails as "recipient: subject". */
    sent: () => shop.mails.map(({ to, subject }) => `${to}: ${subject}`),
    textTo: (email: string) => shop.mails.findLast(({ to }) => to === email)?.text ?? "",
    numberOf: (at = 0) => ordersOf(shop)[at]?.number ?? "",
    stateOf: (id: string) => control.sessions().find((session) => session.id === id)?.status,
  };
}
