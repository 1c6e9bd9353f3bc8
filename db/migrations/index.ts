import { initial } from "./0001-initial.ts";
import { moneyStates } from "./0002-money-states.ts";
import { codeSeeds } from "./0003-code-seeds.ts";
import { subscriptionEnd } from "./0004-subscription-end.ts";

/** Every migration in order; its place in the list is its number. Never edited once released. */
export const migrations: readonly string[] = [initial, moneyStates, codeSeeds, subscriptionEnd];
