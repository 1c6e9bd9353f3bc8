import { requeueMail } from "../queue-mail.ts";
import type { TableActionDefinition } from "./actions.ts";

export const mailActions: TableActionDefinition[] = [
  {
    name: "try_again",
    title: "Try again",
    description: "Sends a mail again whose delivery was given up.",
    sendsMail: true,
    when: { status: { in: ["dead"] } },
    run: (_deps, { row, author }) => author.write((tx) => requeueMail(tx, row.id, author)),
  },
];
