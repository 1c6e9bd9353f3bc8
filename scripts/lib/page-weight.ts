import { gzipSync } from "node:zlib";
import { type PagePath, pages } from "../../client/app/pages.ts";

export type Chunk = {
  fileName: string;
  code: string;
  imports: string[];
  dynamicImports: string[];
  moduleIds: string[];
  /** Path of this chunk's entry module, if any. */
  facadeModuleId: string | null;
};

const ENTRY = "client/app/entry-client.tsx";
const NOT_FOUND = "client/components/not-found-page.tsx";
// Loaded after hydration, and only if tracking vendors are configured.
const CONSENT = "client/tracking/tracking-code.ts";
// Loaded when a visitor opens a picture of a page.
const VIEWER = "client/components/page-viewer.tsx";
// Loaded when an administrator is asked for a passkey.
const PASSKEY = "client/lib/passkey.ts";
const ADMIN_APP = "client/admin/app/admin-app.tsx";

/** Large controls of forms in the admin, loaded with the first form or edited cell. */
const WIDGETS = "client/admin/kinds/widgets.ts";
/** Calendar of forms in the admin, loaded with the first date. */
const DATE_PICKER = "client/admin/kinds/date-picker.tsx";
/** Grid of a table in the admin, loaded after the overview. */
const TABLE_SCREEN = "client/admin/table/table-screen.tsx";
/** Screen of the admin with all texts of the shop, loaded when it is opened. */
const CONTENT_SCREEN = "client/admin/content/content-screen.tsx";
/** Screens of the admin that load after the first one. */
const LATER_SCREENS = "client/admin/app/later-screens.ts";
/** Chart of the admin's overview, with its library, loaded after the figures. */
const SALES_CHART = "client/admin/overview/sales-chart.tsx";

/** Dialog of the admin with a link and its QR code, loaded when it is opened. */
const LINK_DIALOG = "client/admin/actions/link-dialog.tsx";

const PAGE_MAX_BYTES = 104_000;
/** Limits of pages with more parts. */
const OWN_MAX_BYTES: Partial<Record<PagePath, number>> = {
  "/": 109_500,
  "/checkout/success": 109_000,
  "/login": 107_000,
  "/products/:id": 106_000,
};
const CONSENT_MAX_BYTES = 7168;
const VIEWER_MAX_BYTES = 2048;
const PASSKEY_MAX_BYTES = 5120;
const ADMIN_MAX_BYTES = 210_000;
const WIDGETS_MAX_BYTES = 20_000;
const DATE_PICKER_MAX_BYTES = 48_000;
const TABLE_SCREEN_MAX_BYTES = 52_000;
const CONTENT_SCREEN_MAX_BYTES = 52_500;
const LATER_SCREENS_MAX_BYTES = 20_500;
const SALES_CHART_MAX_BYTES = 130_000;
const LINK_DIALOG_MAX_BYTES = 10_000;
/** Sources that public pages must not load. */
const BEHIND_SIGN_IN =
  /\/client\/(?:(?:features\/account|admin|pwa)\/|content\/text-(?:catalogue|places))/;
const SIGNED_IN_PAGES = new Set<string>([
  "/account",
  "/account/delete",
  "/account/orders/:id",
  "/admin",
  "/admin/*",
]);

/**
 * Returns the gzipped script size of each page in bytes. Throws if a page exceeds its limit, or if
 * a public page loads code for signed-in users.
 */
export async function checkPages(chunks: Chunk[]): Promise<Record<string, number>> {
  const chunkOf = (source: string) => {
    const found = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source));
    if (!found) throw new Error(`The build has no file for ${source}.`);
    return found;
  };
  const routes = chunks.filter(({ facadeModuleId }) => facadeModuleId?.includes("/client/routes/"));
  const routeOf = new Map<object, Chunk>();
  for (const chunk of routes) {
    const { page } = (await import(chunk.facadeModuleId ?? "")) as { page: object };
    routeOf.set(page, chunk);
  }
  const [entry, consent, content] = [chunkOf(ENTRY), chunkOf(CONSENT), chunkOf(CONTENT_SCREEN)];
  const [table, widgets] = [chunkOf(TABLE_SCREEN), chunkOf(WIDGETS)];
  const dates = chunkOf(DATE_PICKER);
  const [viewer, chart, passkey] = [chunkOf(VIEWER), chunkOf(SALES_CHART), chunkOf(PASSKEY)];
  const later = chunkOf(LATER_SCREENS);
  const link = chunkOf(LINK_DIALOG);
  const screens = [content, later, table, widgets, dates, chart, link];
  const lazy = [consent, ...screens, viewer, passkey, chunkOf(NOT_FOUND)];
  const ownPages = new Set([...lazy, ...routes]);
  const loadedBy = (roots: Chunk[]) => listLoaded({ chunks, roots, ownPages });

  const weights: Record<string, number> = {};
  const problems: string[] = [];
  const check = (name: string, loaded: Chunk[], limits: WeightLimits) => {
    problems.push(...findProblems(loaded, limits).map((problem) => `${name}: ${problem}`));
  };
  for (const path of Object.keys(pages) as PagePath[]) {
    const { page } = await pages[path]();
    const next = (page.facts.leadsTo ?? []).map(async (to) => (await pages[to]()).page);
    const shown = [page, ...(await Promise.all(next))];
    const loaded = loadedBy([entry, ...shown.flatMap((each) => routeOf.get(each) ?? [])]);
    weights[path] = gzippedBytes(loaded);
    if (SIGNED_IN_PAGES.has(path)) continue;
    const maxBytes = OWN_MAX_BYTES[path] ?? PAGE_MAX_BYTES;
    check(path, loaded, { maxBytes, forbidden: BEHIND_SIGN_IN });
    const added = loadedBy([...loaded, consent]).filter((chunk) => !loaded.includes(chunk));
    check(`${path}, consent`, added, { maxBytes: CONSENT_MAX_BYTES, forbidden: BEHIND_SIGN_IN });
  }
  check("viewer", [viewer], { maxBytes: VIEWER_MAX_BYTES, forbidden: BEHIND_SIGN_IN });
  check("passkey", [passkey], { maxBytes: PASSKEY_MAX_BYTES, forbidden: BEHIND_SIGN_IN });
  const shared = loadedBy([entry]);
  const admin = loadedBy([chunkOf(ADMIN_APP)]).filter((chunk) => !shared.includes(chunk));
  weights["admin"] = gzippedBytes(admin);
  check("admin", admin, { maxBytes: ADMIN_MAX_BYTES });
  for (const [name, part, maxBytes] of [
    ["admin table", table, TABLE_SCREEN_MAX_BYTES],
    ["admin widgets", widgets, WIDGETS_MAX_BYTES],
    ["admin dates", dates, DATE_PICKER_MAX_BYTES],
    ["admin content", content, CONTENT_SCREEN_MAX_BYTES],
    ["admin screens", later, LATER_SCREENS_MAX_BYTES],
    ["admin chart", chart, SALES_CHART_MAX_BYTES],
    ["admin link", link, LINK_DIALOG_MAX_BYTES],
  ] as const) {
    const added = loadedBy([...shared, ...admin, part]).filter(
      (chunk) => !shared.includes(chunk) && !admin.includes(chunk),
    );
    weights[name] = gzippedBytes(added);
    check(name, added, { maxBytes });
  }
  if (problems.length > 0) throw new Error(`A page loads too much.\n${problems.join("\n")}`);
  return weights;
}

type LoadedFrom = {
  chunks: Chunk[];
  roots: Chunk[];
  /** Chunks that load only on their own page, even if another chunk imports them dynamically. */
  ownPages: ReadonlySet<Chunk>;
};

/** Lists all chunks that a page can load, starting from `roots` and including dynamic imports. */
export function listLoaded({ chunks, roots, ownPages }: LoadedFrom): Chunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const loaded = new Set<Chunk>();
  const visit = (chunk: Chunk) => {
    if (loaded.has(chunk)) return;
    loaded.add(chunk);
    const chunksOf = (names: string[]) => names.flatMap((name) => byName.get(name) ?? []);
    const later = chunksOf(chunk.dynamicImports).filter((each) => !ownPages.has(each));
    for (const next of [...chunksOf(chunk.imports), ...later]) visit(next);
  };
  for (const root of roots) visit(root);
  return [...loaded];
}

type WeightLimits = { maxBytes: number; forbidden?: RegExp };

/** Describes size and import violations of a page's script; empty if it passes. */
export function findProblems(loaded: Chunk[], { maxBytes, forbidden }: WeightLimits): string[] {
  const bytes = gzippedBytes(loaded);
  const strays = loaded.flatMap(({ fileName, moduleIds }) =>
    moduleIds.filter((id) => forbidden?.test(id)).map((id) => `${id} is in ${fileName}`),
  );
  return bytes > maxBytes
    ? [`${bytes} bytes of script, at most ${maxBytes} allowed`, ...strays]
    : strays;
}

function gzippedBytes(chunks: Chunk[]): number {
  return chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).byteLength, 0);
}
