import { accessEnded, orderRefunded } from "../../../server/mails/end-mails.ts";
import { type Said, testSaid } from "../../support/said-mails.ts";
import { ENDED, FRAME, REFUNDED } from "../../support/sample-mails.ts";

const ACCOUNT = `${FRAME.siteUrl}/account`;
const FIND = `${FRAME.siteUrl}/orders/find`;
const OPENS_A_FILE = /\/files\/|token=/;

const SAID: Said[] = [
  {
    name: "a refund: its amount, all refunds of the order, what ended and what stays",
    mail: () => orderRefunded.render(REFUNDED),
    subject: "Your refund for order K7QM-3XRT",
    says: [
      "Hello Anna, we have refunded $12.00 USD for your order K7QM-3XRT. | within 5 to 10 days",
      "this makes $17.00 USD of the $49.00 USD you paid. | access to Dinosaur Busy Book has ended",
      `Your other files stay yours: sign in with anna@example.com at ${ACCOUNT}`,
    ],
    never: OPENS_A_FILE,
    links: [ACCOUNT, FIND],
  },
  {
    name: "the end of a subscription: what no longer opens, and where to start again",
    mail: () => accessEnded.render(ENDED),
    subject: "Your subscription Printables Club has ended",
    says: ["Hello Anna, your subscription Printables Club (order K7QM-3XRT) has ended"],
    never: OPENS_A_FILE,
    links: [`${FRAME.siteUrl}/#pricing`],
  },
  {
    name: "a lost dispute: what ended, and that a mistake can be put right",
    mail: () => accessEnded.render({ ...ENDED, cause: "dispute", names: ["Premium Pack"] }),
    subject: "Your access to order K7QM-3XRT has ended",
    says: ["Hello Anna, your bank has returned the payment | access to Premium Pack has ended"],
    never: OPENS_A_FILE,
    links: [],
  },
];

testSaid(SAID);
