import { useQuery } from "@tanstack/react-query";
import {
  CatchBoundary,
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Link,
  Navigate,
  type RouteComponent,
  useParams,
  useRouter,
} from "@tanstack/react-router";
import { Suspense, useEffect } from "react";
import { adminMessages } from "../../content/admin-messages.ts";
import { messages } from "../../../server/contract/messages.ts";
import type { TableSchema } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import { ApiError } from "../../lib/answer.ts";
import { schemaQuery, schemasQuery } from "../data/queries.ts";
import { NeedsScreen } from "../desk/needs-attention.tsx";
import { useOpensWithChecklist } from "../health/checklist.ts";
import { ChecklistScreen } from "../health/checklist-screen.tsx";
import { HealthScreen } from "../health/health-screen.tsx";
import { PasskeysScreen } from "../passkeys/passkeys-screen.tsx";
import { PendingScreen } from "../pending/pending-screen.tsx";
import { OverviewScreen } from "../overview/overview-screen.tsx";
import { SettingsScreen } from "../settings/settings-screen.tsx";
import { parseTableSearch, stringifyTableSearch, type TableSearch } from "../url/table-search.ts";
import { AdminFrame } from "./admin-frame.tsx";
import { ToolButton } from "../ui/controls.tsx";
import { TableError } from "../ui/table-error.tsx";
import { ADMIN_PATHS, type AdminPath } from "../url/paths.ts";

const validateSearch = (search: Record<string, unknown>): TableSearch => search as TableSearch;

const root = createRootRoute({ component: AdminFrame, notFoundComponent: LostScreen });
const getParentRoute = () => root;

/** Lazy-loaded, because it contains the text catalogue. */
const ContentScreen = lazyRouteComponent(
  () => import("../content/content-screen.tsx"),
  "ContentScreen",
);

const loadLater = () => import("./later-screens.ts");
/** Lazy-loaded, because the overview comes first. */
const OrderScreen = lazyRouteComponent(loadLater, "OrderScreen");
const MessageScreen = lazyRouteComponent(loadLater, "MessageScreen");
const CustomerScreen = lazyRouteComponent(loadLater, "CustomerScreen");
const DiscountsScreen = lazyRouteComponent(loadLater, "DiscountsScreen");
const DeviceScreen = lazyRouteComponent(loadLater, "DeviceScreen");
const BackupsScreen = lazyRouteComponent(loadLater, "BackupsScreen");
const OrderImportScreen = lazyRouteComponent(loadLater, "OrderImportScreen");

const loadTable = () => import("../table/table-screen.tsx");
/** Lazy-loaded, because the overview comes first and the table has much code. */
const TableScreen = lazyRouteComponent(loadTable, "TableScreen");

/** Loads the code of these screens, so that a page without a connection can open them. */
export function preloadScreens(): void {
  // Opening a screen tries again.
  for (const load of [loadTable, loadLater]) void load().catch(() => {});
}

const SCREENS: Record<AdminPath, RouteComponent> = {
  "/": HomeScreen,
  "/overview": OverviewScreen,
  "/tables/$table": TableRoute,
  "/orders/$id": OrderRoute,
  "/messages/$id": MessageRoute,
  "/customers/$id": CustomerRoute,
  "/content": ContentScreen,
  "/needs": NeedsScreen,
  "/settings": SettingsScreen,
  "/health": HealthScreen,
  "/checklist": ChecklistScreen,
  "/pending": PendingScreen,
  "/device": DeviceScreen,
  "/discounts": DiscountsScreen,
  "/passkeys": PasskeysScreen,
  "/backups": BackupsScreen,
  "/import-orders": OrderImportScreen,
};

const routeTree = root.addChildren(
  ADMIN_PATHS.map((path) =>
    createRoute({ getParentRoute, path, validateSearch, component: SCREENS[path] }),
  ),
);

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

const words = adminWords.sidebar;

/** Home screen: the checklist of a new shop, else the overview above the first table. */
function HomeScreen() {
  const { data: schemas } = useQuery(schemasQuery);
  const opensWithChecklist = useOpensWithChecklist();
  const first = schemas?.[0];
  if (opensWithChecklist !== false) return <ChecklistScreen />;
  return (
    <>
      {/* The table stays usable when the overview throws. */}
      <CatchBoundary getResetKey={() => "overview"} errorComponent={FailedScreen}>
        <OverviewScreen />
      </CatchBoundary>
      <div className="flex h-[85dvh] shrink-0 flex-col border-t border-line print:hidden">
        {first ? <Table schema={first} /> : <NoTable />}
      </div>
    </>
  );
}

function NoTable() {
  return (
    <section className="px-6 py-16 text-center">
      <h2 className="font-sans text-xl">{words.selectHeading}</h2>
      <p className="mt-1.5 text-ink-2">{words.selectText}</p>
    </section>
  );
}

/** Screen of the table in the URL. Fetches the schema if it is missing from the list of schemas. */
function TableRoute() {
  const { table = "" } = useParams({ strict: false });
  const { data: schemas, isPending } = useQuery(schemasQuery);
  const listed = schemas?.find(({ name }) => name === table);
  const { data: asked, error } = useQuery({
    ...schemaQuery(table),
    enabled: !isPending && !listed,
  });
  const schema = listed ?? asked;
  if (schema?.isSingle) return <Navigate to="/settings" replace />;
  if (schema) return <Table schema={schema} />;
  if (error) {
    const isReadable = error instanceof ApiError;
    return <TableError message={isReadable ? error.message : adminMessages.schemaNotLoaded} />;
  }
  return <LoadingScreen />;
}

function Table({ schema }: { schema: TableSchema }) {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <TableScreen key={schema.name} schema={schema} />
    </Suspense>
  );
}

function LoadingScreen() {
  return (
    <p role="status" className="px-6 py-16 text-center text-ink-2">
      {adminWords.table.loading}
    </p>
  );
}

function OrderRoute() {
  const { id = "" } = useParams({ strict: false });
  return (
    <Suspense fallback={<LoadingScreen />}>
      <OrderScreen key={id} id={Number(id)} />
    </Suspense>
  );
}

function MessageRoute() {
  const { id = "" } = useParams({ strict: false });
  return (
    <Suspense fallback={<LoadingScreen />}>
      <MessageScreen key={id} id={Number(id)} />
    </Suspense>
  );
}

function CustomerRoute() {
  const { id = "" } = useParams({ strict: false });
  return (
    <Suspense fallback={<LoadingScreen />}>
      <CustomerScreen key={id} id={id} />
    </Suspense>
  );
}

function LostScreen() {
  return (
    <section className="px-6 py-16 text-center">
      <p className="text-ink-2">{adminWords.lost}</p>
      <TablesLink className="mt-2 inline-block" />
    </section>
  );
}

/** Link to the first table. The home screen also contains the overview, which may have failed. */
function TablesLink({ className = "" }: { className?: string }) {
  const { data: schemas } = useQuery(schemasQuery);
  const [first] = schemas ?? [];
  return (
    <Link to={first ? `/tables/${first.name}` : "/"} className={`link ${className}`}>
      {adminWords.lostLink}
    </Link>
  );
}

/**
 * Shown when a screen throws. Its error did not come from the server, so the message is not shown.
 */
function FailedScreen({ error, reset }: ErrorComponentProps) {
  const { invalidate } = useRouter();
  useEffect(() => reportError(error), [error]);
  const again = () => {
    reset();
    void invalidate();
  };
  return (
    <section role="alert" className="px-6 py-16 text-center">
      <p className="text-ink-2">{messages.unexpected}</p>
      <p className="mt-2 flex flex-wrap items-center justify-center gap-3">
        <ToolButton onClick={again}>{adminWords.table.retry}</ToolButton>
        <TablesLink />
      </p>
    </section>
  );
}
