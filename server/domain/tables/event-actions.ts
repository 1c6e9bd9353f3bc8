import { handleAgain } from "../money/webhook-inbox.ts";
import type { TableActionDefinition } from "./actions.ts";

export const eventActions: TableActionDefinition[] = [
  {
    name: "handle_again",
    title: "Handle again",
    description: "Asks the payment provider now about the subject of a failed event.",
    when: { handled_at: { in: [null] } },
    run: (deps, { row, author }) => handleAgain(deps, row.id, author),
  },
];
