import { asc } from "drizzle-orm";
import { testimonials } from "../../db/content-schema.ts";
import { updateRow } from "../../db/record.ts";
import { orders } from "../../db/schema.ts";
import { declareWithdrawal } from "../../server/domain/orders/withdrawals.ts";
import { queueReviewRequests } from "../../server/domain/orders/review-requests.ts";
import { syncReversals } from "../../server/domain/money/reversals.ts";
import type { createTestApp } from "./create-test-app.ts";
import { openBrowser } from "./browser.ts";
import { emailsOf, openClubShop, ordersOf, refundLine } from "./money.ts";
import { changeSettings } from "./shop-settings.ts";
import { buy, local } from "./shop.ts";

export const ANNA = "anna@example.com";

type Purchase = { products?: number[]; agrees?: boolean; card?: string; email?: string };

/** Opens a shop that asks for reviews, and in which Anna has bought nothing yet. */
export async function openReviewShop(options: Parameters<typeof createTestApp>[0] = {}) {
  const t = await openClubShop(options);
  changeSettings(t, { reviewMails: true });
  const requests = () => t.mails.filter(({ subject }) => subject.startsWith("How do you like"));
  const change = (patch: Partial<typeof orders.$inferInsert>, id = 1) =>
    t.db.write((tx) => updateRow(tx, orders, id, patch, { actor: "test", now: t.clock.now() }));
  return {
    ...t,
    requests,
    change,
    /** Buys as Anna, who agrees to be asked; returns the session's id. */
    async buy({ products = [t.pack], agrees = true, card, email = ANNA }: Purchase = {}) {
      const browser = openBrowser(t);
      const sessionId = await buy(t, browser, { products, email, ...(card && { card }) });
      if (agrees) {
        await browser.postForm("/mails/news", { sessionId, topic: "reviews", wanted: "1" });
      }
      return sessionId;
    },
    /** Queues the requests that are due; `act` runs before they are sent. */
    async ask(act?: () => unknown) {
      await queueReviewRequests(t.deps);
      await act?.();
      await t.settle();
    },
    queued: () => emailsOf(t).filter(({ kind }) => kind === "review_request"),
    /** Path of the link in the newest request. */
    link: () => local(/\S+\/orders\/review\?\S+/.exec(requests().at(-1)?.text ?? "")?.[0]),
    reviews: () => t.db.select().from(testimonials).orderBy(asc(testimonials.id)).all(),
    refund: async (sessionId: string, amount: number) => {
      await refundLine(t, { sessionId, amount });
      await t.settle();
    },
    withdraw: () => {
      const number = ordersOf(t)[0]?.number ?? "";
      declareWithdrawal(t.deps, { name: "Anna Bear", email: ANNA, number });
    },
    dispute: async (sessionId: string) => {
      t.simulator.control.dispute(sessionId);
      await syncReversals(t.deps, ordersOf(t)[0]?.paymentIntentId ?? "");
    },
  };
}

export type ReviewShop = Awaited<ReturnType<typeof openReviewShop>>;
