import { queryOptions } from "@tanstack/react-query";
import { useSite } from "../../lib/page-context.ts";
import { usePendingEdits } from "../data/admin-context.ts";
import { adminCalls } from "../data/api.ts";
import { storedOf } from "../data/queries.ts";
import { useStored } from "../data/use-stored.tsx";
import { SETTINGS_TABLE } from "../url/screen-paths.ts";

export const checklistQuery = queryOptions({
  queryKey: ["checklist"],
  queryFn: adminCalls.getChecklist,
  ...storedOf("any"),
});

/** Returns the changed settings that have not been sent yet. */
export function usePendingSettings(): Record<string, unknown> {
  return usePendingEdits(SETTINGS_TABLE).withEdits({ id: 1, version: 0 });
}

/** Returns whether the admin opens with the checklist; undefined while that is loading. */
export function useOpensWithChecklist(): boolean | undefined {
  const { mode } = useSite();
  const isDemo = mode === "demo";
  const { data, error } = useStored({ ...checklistQuery, enabled: !isDemo });
  const { show_checklist: isShown = true } = usePendingSettings();
  if (isDemo || error) return false;
  return data && data.isFirst && isShown === true;
}
