import { createContext, use } from "react";
import type { CurrentUser } from "../../../server/contract/auth.ts";
import type { TableSearch } from "../table/table-search.ts";

/** What every part of the admin can reach. */
export type AdminContext = {
  user: CurrentUser;
  /** How each table was last looked at, by its name: coming back to it goes on there. */
  lastSearch: Map<string, TableSearch>;
};

const Context = createContext<AdminContext | undefined>(undefined);

export const AdminProvider = Context.Provider;

export function useAdmin(): AdminContext {
  const admin = use(Context);
  if (!admin) throw new Error("A part of the admin is shown outside of it.");
  return admin;
}
