import { answerContact, moveContact } from "../contact.ts";
import type { TableActionDefinition } from "./actions.ts";

export const messageActions: TableActionDefinition[] = [
  {
    name: "answer",
    title: "Answer",
    description: "Mails an answer to the sender, with their message below it.",
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
  },
  {
    name: "mark_done",
    title: "Mark as done",
    description: "Nothing is left to do about this message.",
    when: { status: { notIn: ["done"] } },
    run: (_deps, { row: { id }, author }) =>
      author.write((tx) => moveContact(tx, { id, status: "done", author })),
  },
  {
    name: "reopen",
    title: "Reopen",
    description: "Lists the message under “Needs attention” again.",
    when: { status: { notIn: ["new"] } },
    run: (_deps, { row: { id }, author }) =>
      author.write((tx) => moveContact(tx, { id, status: "new", author })),
  },
];
