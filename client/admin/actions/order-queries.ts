import { queryOptions } from "@tanstack/react-query";
import { allowsAction, type TableAction, type TableRow } from "../../../server/contract/tables.ts";
import { adminCalls } from "../data/api.ts";
import { storedOf, useSchemas } from "../data/queries.ts";

export function orderQuery(id: number) {
  return queryOptions({
    queryKey: ["order", id],
    queryFn: () => adminCalls.getOrder(id),
    ...storedOf("any"),
  });
}

/** Query for a customer, by the id of an account, or "order-17" or "message-17". */
export function customerQuery(id: string) {
  return queryOptions({
    queryKey: ["customer", id],
    queryFn: () => adminCalls.getCustomer(id),
    ...storedOf("any"),
  });
}

export const needsQuery = queryOptions({
  queryKey: ["needs"],
  queryFn: adminCalls.getNeeds,
  ...storedOf("any"),
});

/** Builds a list search for the newest rows with exactly this email address. */
export function searchByEmail(email: string) {
  return { email__eq: email, sort: "id:desc", limit: "10" };
}

/** Query for a full-text search across all tables. */
export function searchQuery(text: string) {
  return queryOptions({
    queryKey: ["search", text],
    queryFn: ({ signal }) => adminCalls.search(text, signal),
    enabled: text.trim() !== "",
  });
}

export function useActions(table: string): readonly TableAction[] {
  return useSchemas().get(table)?.actions ?? [];
}

/** Returns the actions allowed by a row's columns. The server may still reject them. */
export function allowedActions(actions: readonly TableAction[], row: TableRow): TableAction[] {
  return actions.filter((action) => allowsAction(action, row));
}
