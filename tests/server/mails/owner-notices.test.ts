import {
  ownerDeadMails,
  ownerDispute,
  ownerDuplicate,
  weeklySummary,
} from "../../../server/mails/owner-notices.ts";
import { type Said, testSaid } from "../../support/said-mails.ts";
import { DEAD_MAILS, DISPUTE, DOUBLE, WEEK } from "../../support/sample-mails.ts";

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
