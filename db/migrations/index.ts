import { initial } from "./0001-initial.ts";
import { moneyStates } from "./0002-money-states.ts";
import { codeSeeds } from "./0003-code-seeds.ts";
import { subscriptionEnd } from "./0004-subscription-end.ts";
import { storeFacts } from "./0005-store-facts.ts";
import { retention } from "./0006-retention.ts";
import { readByBuyer } from "./0007-read-by-buyer.ts";
import { orderNotes } from "./0008-order-notes.ts";
import { admin } from "./0009-admin.ts";
import { lists } from "./0010-lists.ts";
import { orderDesk } from "./0011-order-desk.ts";
import { needs } from "./0012-needs.ts";
import { health } from "./0013-health.ts";
import { sortKeys } from "./0014-sort-keys.ts";
import { signInLinks } from "./0015-sign-in-links.ts";

/** Every migration in order; its place in the list is its number. Never edited once released. */
export const migrations: readonly string[] = [
  initial,
  moneyStates,
  codeSeeds,
  subscriptionEnd,
  storeFacts,
  retention,
  readByBuyer,
  orderNotes,
  admin,
  lists,
  orderDesk,
  needs,
  health,
  sortKeys,
  signInLinks,
];
