import { createContext, use } from "react";
import type { CurrentUser } from "../../../server/contract/auth.ts";
import type { TableSearch } from "../table/table-search.ts";

type AdminContext = {
  user: CurrentUser;
  /** Last search by table name, restored when the table is opened again. */
  lastSearch: Map<string, TableSearch>;
};

const Context = createContext<AdminContext | undefined>(undefined);

export const AdminProvider = Context.Provider;

export function useAdmin(): AdminContext {
  const admin = use(Context);
  if (!admin) throw new Error("useAdmin outside of the admin.");
  return admin;
}
