import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { PanelLeft, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { adminMessages } from "../../content/admin-messages.ts";
import { ModeBanner } from "../../components/mode-banner.tsx";
import { SkipLink } from "../../components/site-frame.tsx";
import { UpdateNotice } from "../../components/update-notice.tsx";
import { adminWords } from "../../content/admin.ts";
import { backupWords } from "../../content/admin-backups.ts";
import { discountWords } from "../../content/admin-discounts.ts";
import { adminPasskeyWords } from "../../content/admin-passkeys.ts";
import { deviceWords } from "../../content/admin-device.ts";
import { ApiError } from "../../lib/answer.ts";
import { useAdmin } from "../data/admin-context.ts";
import { healthWords } from "../../content/admin-health.ts";
import { overviewWords } from "../../content/admin-overview.ts";
import { settingsWords } from "../../content/admin-settings.ts";
import { checklistWords } from "../../content/admin-checklist.ts";
import { useOpensWithChecklist } from "../health/checklist.ts";
import { HealthMark } from "../health/health-mark.tsx";
import { ToolButton } from "../ui/controls.tsx";
import { schemasQuery } from "../data/queries.ts";
import { PendingBadge } from "../pending/pending-badge.tsx";
import { LogoutButton } from "./logout-button.tsx";
import { DeviceBars } from "../pending/bars.tsx";
import { Palette, PaletteButton } from "./palette/palette.tsx";
import { TableList } from "./table-list.tsx";

const words = adminWords.bar;

export function AdminFrame() {
  const [menuOpen, setMenuOpen] = useState(false);
  const { data: schemas } = useQuery(schemasQuery);
  return (
    <div data-dark className="flex min-h-0 flex-1 flex-col text-xs print:block">
      <SkipLink />
      <ModeBanner inAdmin />
      <UpdateNotice load={loadUpdates} className="shrink-0 border-b border-line bg-paper-2" />
      <AdminBar menuOpen={menuOpen} onMenu={() => setMenuOpen(!menuOpen)} />
      <DeviceBars />
      <div className="flex min-h-0 flex-1 flex-col md:flex-row print:block">
        <Sidebar open={menuOpen} onChosen={() => setMenuOpen(false)} />
        {/* Positioned, so that hidden texts inside cannot make the document higher than the window. */}
        <main
          id="content"
          tabIndex={-1}
          className="relative flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto print:block print:overflow-visible"
        >
          <Outlet />
        </main>
      </div>
      {schemas && <Palette schemas={schemas} />}
    </div>
  );
}

const loadUpdates = () => import("../../pwa/register.ts");

function AdminBar({ menuOpen, onMenu }: { menuOpen: boolean; onMenu: () => void }) {
  const { user } = useAdmin();
  return (
    <header className="flex min-h-13 shrink-0 items-center gap-x-1.5 border-b border-line bg-card px-2 sm:gap-x-3 sm:px-4 print:hidden">
      <ToolButton
        look="plain"
        className="md:hidden"
        aria-expanded={menuOpen}
        aria-controls="admin-tables"
        onClick={onMenu}
      >
        <PanelLeft aria-hidden="true" className="size-4.5" />
        <span className="max-xs:sr-only">{words.menu}</span>
        <HealthMark isDot />
      </ToolButton>
      <ShieldCheck aria-hidden="true" className="size-5.5 shrink-0 text-teal" />
      <div className="min-w-0">
        <h1 className="truncate text-base sm:text-xl">{adminWords.title}</h1>
        <p className="truncate text-ink-2 sm:hidden">{user.email}</p>
      </div>
      <div className="ml-auto flex items-center gap-x-1.5 sm:gap-x-3">
        <PendingBadge />
        <PaletteButton />
      </div>
      <p className="min-w-0 truncate text-ink-2 max-sm:hidden">{user.email}</p>
      <a
        href="/"
        className="rounded-sheet px-2 py-1.5 font-semibold whitespace-nowrap text-ink-2 hover:text-ink hover:underline max-md:hidden"
      >
        {words.shop}
      </a>
      <LogoutButton />
    </header>
  );
}

type SidebarProps = { open: boolean; onChosen: () => void };

function Sidebar({ open, onChosen }: SidebarProps) {
  const { data: schemas, error } = useQuery(schemasQuery);
  const side = adminWords.sidebar;
  const opensWithChecklist = useOpensWithChecklist();
  return (
    <nav
      id="admin-tables"
      aria-labelledby="admin-tables-heading"
      className={`flex shrink-0 flex-col overflow-y-auto border-line bg-card max-md:max-h-[60dvh] print:hidden max-md:border-b md:w-56 md:border-r ${open ? "" : "max-md:hidden"}`}
    >
      <div className="px-2 pt-3">
        {[
          ...(opensWithChecklist
            ? [
                { to: "/", title: checklistWords.short },
                { to: "/overview", title: overviewWords.title },
              ]
            : [{ to: "/", title: overviewWords.title }]),
          { to: "/needs", title: words.needs },
          { to: "/content", title: words.content },
          { to: "/discounts", title: discountWords.title },
        ].map(({ to, title }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: true, includeSearch: false }}
            onClick={onChosen}
            className="flex min-h-9 items-center rounded-sheet px-2.5 font-semibold text-ink hover:bg-paper-2"
            activeProps={{ className: "bg-paper-2" }}
          >
            {title}
          </Link>
        ))}
      </div>
      {/* Scrolls by itself, so that the links below stay in place while the tables load. */}
      <div className="md:min-h-40 md:flex-1 md:overflow-y-auto">
        <h2
          id="admin-tables-heading"
          className="px-4.5 pt-4 pb-1.5 font-sans text-xs font-semibold text-ink-2"
        >
          {side.heading}
        </h2>
        {error && !schemas && (
          <p role="alert" className="px-4.5 py-2 text-danger">
            {error instanceof ApiError ? error.message : adminMessages.schemasNotLoaded}
          </p>
        )}
        {!schemas && !error && (
          <p role="status" className="px-4.5 py-2 text-ink-2">
            {side.loading}
          </p>
        )}
        {schemas && <TableList {...{ schemas, onChosen }} />}
      </div>
      <div className="mt-auto shrink-0 border-line px-2 pb-3 md:border-t md:pt-2">
        {[
          { to: "/settings", title: settingsWords.title },
          { to: "/health", title: healthWords.title, mark: <HealthMark /> },
          { to: "/backups", title: backupWords.title },
          { to: "/passkeys", title: adminPasskeyWords.title },
          { to: "/device", title: deviceWords.title },
        ].map(({ to, title, mark }) => (
          <Link
            key={to}
            to={to}
            onClick={onChosen}
            className="flex min-h-9 items-center rounded-sheet px-2.5 text-ink-2 hover:bg-paper-2 hover:text-ink"
            activeProps={{ className: "bg-paper-2" }}
          >
            {title}
            {mark}
          </Link>
        ))}
      </div>
    </nav>
  );
}
