import type { CurrentUser } from "../../../server/contract/auth.ts";
import type { TableSearch } from "../table/table-search.ts";
import { requiredContext } from "../../lib/page-context.ts";

type Admin = {
  user: CurrentUser;
  /** Last search by table name, restored when the table is opened again. */
  lastSearch: Map<string, TableSearch>;
};

export const [AdminContext, useAdmin] = requiredContext<Admin>("useAdmin");
