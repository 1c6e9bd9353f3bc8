import {
  ownerDeadMails,
  ownerDispute,
  ownerDuplicate,
  weeklySummary,
} from "../../../server/mails/owner-notices.ts";
import { ownerSales } from "../../../server/mails/sale-mails.ts";
import { type Said, testSaid } from "../../support/said-mails.ts";
import { DEAD_MAILS, DISPUTE, DOUBLE, ONE_SALE, WEEK } from "../../support/sample-mails.ts";

const ORDER = "https://shop.example/admin/orders/1";
const NEEDS = "https://shop.example/admin/needs";
const DEADLINE = "December 3, 2026 at 11:59 PM UTC";

const SAID: Said[] = [
  {
    name: "a dispute: whose, of what, until when to answer, and where",
    mail: () => ownerDispute.render(DISPUTE),
    subject: `Dispute of order K7QM-3XRT: please answer by ${DEADLINE}`,
    says: [`anna@example.com disputes the payment of $37.00 USD | by ${DEADLINE}.`],
    links: [ORDER],
  },
  {
    name: "a dispute of a renewal without a deadline",
    mail: () => ownerDispute.render({ ...DISPUTE, isRenewal: true, dueAt: null }),
    subject: "Dispute of order K7QM-3XRT: please answer",
    says: ["disputes the payment of a renewal of order K7QM-3XRT | payment provider. Without"],
    never: /\$37/,
  },
  {
    name: "a duplicate payment: both orders, and what to do",
    mail: () => ownerDuplicate.render(DOUBLE),
    subject: "Order K7QM-3XRT may have been paid twice",
    says: ["has paid $37.00 USD for order K7QM-3XRT | from order ABCD-2345. | refund one"],
    links: [ORDER],
  },
  {
    name: "undelivered mails: the first ones and how many more",
    mail: () => ownerDeadMails.render({ ...DEAD_MAILS, count: 3 }),
    subject: "3 mails couldn't be delivered",
    says: ["did not reach anna@gmial.com | and 2 more"],
    links: [NEEDS],
  },
  {
    name: "a sale: what, to whom, for how much, from where, and its order",
    mail: () => ownerSales.render(ONE_SALE),
    subject: "New order K7QM-3XRT: $37.00 USD",
    says: [
      "Order: K7QM-3XRT | Premium Pack: $37.00 USD | Total: $37.00 USD",
      "Buyer: Anna Smith, anna@example.com | Source: instagram, campaign spring",
    ],
    links: [ORDER],
  },
  {
    name: "the sales of a day: their number, sum and orders, and how many are not listed",
    mail: () => ownerSales.render({ ...ONE_SALE, day: "2026-11-28", count: 3 }),
    subject: "Acorn & Oak: 3 orders on November 28, 2026",
    says: ["Orders: 3 | Revenue: $37.00 USD | Source: instagram, campaign spring | 2 more orders"],
    links: [ORDER, "https://shop.example/admin/tables/orders"],
  },
  {
    name: "the weekly summary: days, orders, sums by currency, what is open",
    mail: () => weeklySummary.render(WEEK),
    subject: "Acorn & Oak: 4 orders last week",
    says: [
      "November 16, 2026 – November 22, 2026 | Orders: 4 | Revenue: $111.00 USD, €37.00 EUR | Refunds: $5.00 USD",
      "Renewals of subscriptions count as orders.",
      "Needs your attention: 1 open dispute, 2 unread messages.",
    ],
    links: [NEEDS],
  },
];

testSaid(SAID);
