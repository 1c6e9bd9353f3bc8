import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from "@tanstack/react-router";
import { AdminFrame } from "./admin-frame.tsx";
import { BackupsScreen } from "../backups/backups-screen.tsx";
import {
  FailedScreen,
  HomeScreen,
  LostScreen,
  MessageRoute,
  OrderRoute,
  TableRoute,
} from "./screens.tsx";
import { HealthScreen } from "../health/health-screen.tsx";
import { NeedsScreen } from "../desk/needs-attention.tsx";
import { PendingScreen } from "../pending/pending-screen.tsx";
import { DeviceScreen } from "../pending/device-screen.tsx";
import { parseTableSearch, stringifyTableSearch, type TableSearch } from "../table/table-search.ts";

const validateSearch = (search: Record<string, unknown>): TableSearch => search as TableSearch;

const root = createRootRoute({ component: AdminFrame, notFoundComponent: LostScreen });
const getParentRoute = () => root;

const routeTree = root.addChildren([
  createRoute({ getParentRoute, path: "/", validateSearch, component: HomeScreen }),
  createRoute({ getParentRoute, path: "/tables/$table", validateSearch, component: TableRoute }),
  createRoute({ getParentRoute, path: "/orders/$id", component: OrderRoute }),
  createRoute({ getParentRoute, path: "/messages/$id", component: MessageRoute }),
  createRoute({ getParentRoute, path: "/needs", component: NeedsScreen }),
  createRoute({ getParentRoute, path: "/health", component: HealthScreen }),
  createRoute({ getParentRoute, path: "/pending", component: PendingScreen }),
  createRoute({ getParentRoute, path: "/device", component: DeviceScreen }),
  createRoute({ getParentRoute, path: "/backups", component: BackupsScreen }),
]);

/** Admin router. Screen state lives in the URL. */
export function createAdminRouter() {
  return createRouter({
    routeTree,
    basepath: "/admin",
    history: createBrowserHistory(),
    parseSearch: parseTableSearch,
    stringifySearch: stringifyTableSearch,
    defaultPendingMs: 0,
    defaultErrorComponent: FailedScreen,
  });
}
