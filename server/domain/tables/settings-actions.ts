import { closeShop, openShop } from "../issues/open-shop.ts";
import { linkAction, type TableActionDefinition } from "./table-action.ts";

export const settingsActions: TableActionDefinition[] = [
  {
    name: "open_shop",
    title: "Open the shop",
    description:
      "Visitors see your pages and can buy. Before that, every required step of the checklist must be done.",
    when: { is_open: { in: [false] } },
    run: (deps, { row, author }) => openShop(deps, { id: row.id, author }),
  },
  {
    name: "close_shop",
    title: "Close the shop",
    description:
      "Visitors see only the shop's name, and nobody but administrators can buy. Earlier buyers keep their orders and files.",
    when: { is_open: { in: [true] } },
    run: (_deps, { row, author }) => closeShop({ id: row.id, author }),
  },
  linkAction({ path: "/" }, {}),
];
