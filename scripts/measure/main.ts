// Figures of this machine, each beside its limit in the same run: scripts/bench
import { benchOrders } from "./orders.ts";
import { benchRequests } from "./requests.ts";

await benchRequests();
await benchOrders();
