import { createStore } from "../../lib/observable.ts";

/** Whether the server could not be reached by this tab's last read. */
export const isUnreachable = createStore(false);
