import { createContext, use } from "react";
import type { TableAction, TableRow } from "../../../server/contract/tables.ts";
import type { Typed } from "./action-state.ts";

/** An action that is to be done with a row; `given` is what its form is to hold already. */
export type Job = { table: string; row: TableRow; action: TableAction; given?: Typed };

const Context = createContext<((job: Job) => void) | undefined>(undefined);

export const OpenActionProvider = Context.Provider;

/** Opens the dialog of an action, for a row of any table. */
export function useOpenAction(): (job: Job) => void {
  const open = use(Context);
  if (!open) throw new Error("A part of the admin is shown outside of it.");
  return open;
}
