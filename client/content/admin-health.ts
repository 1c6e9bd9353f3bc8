import { countOf } from "../../server/contract/format.ts";

/** UI text of the health page. The text of each check comes from the server. */
export const healthWords = {
  title: "Health",
  loading: "Loading the checks...",
  failed: "The health page couldn't be loaded",
  checked: (time: string) => `Checked at ${time}.`,
  allWell: "Everything works.",
  red: (count: number) =>
    `${countOf(count, "check")} ${count === 1 ? "needs" : "need"} your attention.`,
  look: (count: number) =>
    `Everything works; ${countOf(count, "check")} ${count === 1 ? "is" : "are"} worth a look.`,
  groups: { bad: "Needs attention", warn: "Worth a look", rest: "Other checks", all: "Checks" },
  states: { ok: "OK", warn: "Worth a look", bad: "Failed", unknown: "Unknown" },
  mark: (count: number) => `${countOf(count, "failed check")}`,

  testMail: "Send a test mail",
  sending: "Sending...",
  mailHeading: "Test mail",
  mail: {
    sent: (to: string) => `The mail server accepted it. Look for it at ${to}, also in spam.`,
    refused: (said: string) => `The mail server refused it: “${said}”`,
    waiting: (to: string) =>
      `The mail server hasn't answered yet. If it does within ten minutes, the mail arrives at ${to}.`,
  },
  mailFailed: "The test mail couldn't be sent",

  checkPayments: "Check payments",
  checking: "Checking...",
  paymentsHeading: "Payment provider",
  paymentsFailed: "The payment provider couldn't be checked",
} as const;
