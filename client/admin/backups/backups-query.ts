import { queryOptions } from "@tanstack/react-query";
import { adminCalls } from "../data/api.ts";

const LOOK_AGAIN_MS = 1000;

/** The archives of the store: asked for again and again while one is made. They are kept on no device. */
export const backupsQuery = queryOptions({
  queryKey: ["backups"],
  queryFn: adminCalls.listBackups,
  refetchInterval: ({ state }) => (state.data?.isUnderWay ? LOOK_AGAIN_MS : false),
});
