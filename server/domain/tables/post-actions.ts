import { answerContact, moveContact } from "../contact.ts";
import { queueNewVersion } from "../files/new-version.ts";
import { handleAgain } from "../money/webhook-inbox.ts";
import { dismissDuplicate } from "../orders/duplicate-purchase.ts";
import { requeueMail } from "../queue-mail.ts";
import type { TableActionDefinition } from "./actions.ts";

export const tryMailAgain: TableActionDefinition = {
  name: "try_again",
  title: "Try again",
  description: "Sends a mail once more that was given up.",
  sendsMail: true,
  when: { status: { in: ["dead"] } },
  run: (_deps, { row, author }) => author.write((tx) => requeueMail(tx, row.id, author)),
};

export const settleDoublePayment: TableActionDefinition = {
  name: "settle_double",
  title: "Settle the double payment",
  description: "It was meant, or is given back already: it waits under “Needs you” no more.",
  when: { double_of_id: { notIn: [null] }, double_settled_at: { in: [null] } },
  run: (_deps, { row, author }) => author.write((tx) => dismissDuplicate(tx, row.id, author)),
};

export const handleEventAgain: TableActionDefinition = {
  name: "handle_again",
  title: "Handle again",
  description: "Asks the provider at once about what a failed event tells of.",
  when: { handled_at: { in: [null] } },
  run: (deps, { row, author }) => handleAgain(deps, row.id, author),
};

export const answerMessage: TableActionDefinition = {
  name: "answer",
  title: "Answer",
  description: "Mails an answer to the sender, below which their message stands.",
  fields: {
    answer: {
      type: "string",
      title: "Answer",
      minLength: 2,
      maxLength: 5000,
      multiline: true,
      rows: 10,
      required: true,
    },
  },
  sendsMail: true,
  run(_deps, { row: { id }, values, key, author }) {
    const answer = String(values["answer"]);
    author.write((tx) => answerContact(tx, { id, answer, key, author }));
  },
};

export const markMessageDone: TableActionDefinition = {
  name: "mark_done",
  title: "Mark as done",
  description: "Nothing is left to do about this message.",
  when: { status: { notIn: ["done"] } },
  run: (_deps, { row: { id }, author }) =>
    author.write((tx) => moveContact(tx, { id, status: "done", author })),
};

export const reopenMessage: TableActionDefinition = {
  name: "reopen",
  title: "Reopen",
  description: "The message waits under “Needs you” again.",
  when: { status: { notIn: ["new"] } },
  run: (_deps, { row: { id }, author }) =>
    author.write((tx) => moveContact(tx, { id, status: "new", author })),
};

export const tellBuyers: TableActionDefinition = {
  name: "tell_buyers",
  title: "Tell the buyers",
  description:
    "Mails those who bought this product before its newest PDF that there is a new version. Each buyer is told of a version once.",
  sendsMail: true,
  when: { file_url: { notIn: [null] } },
  async run(deps, { row, author }) {
    const productId = Number(row["product_id"]);
    const fileId = Number(row["file_id"]);
    return { told: await queueNewVersion(deps, { productId, fileId, author }) };
  },
};
