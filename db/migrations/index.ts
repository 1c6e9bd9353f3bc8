import { initial } from "./0001-initial.ts";
import { moneyStates } from "./0002-money-states.ts";

/** Every migration in order; its place in the list is its number. Never edited once released. */
export const migrations: readonly string[] = [initial, moneyStates];
