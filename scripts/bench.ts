// Figures of this machine, each beside its limit in the same run: bun run bench
import { benchOrders } from "./bench/orders.ts";
import { benchRequests } from "./bench/requests.ts";

await benchRequests();
await benchOrders();
