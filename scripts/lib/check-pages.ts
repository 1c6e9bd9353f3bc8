import { type PagePath, pages } from "../../client/app/pages.ts";
import { type Chunk, findTooMuch, gzippedBytes, listLoaded } from "./page-weight.ts";

const ENTRY = "client/app/entry-client.tsx";
// Only where vendors are set up, and by the page that is live already: weighed by itself.
const CONSENT = "client/tracking/tracking-code.ts";

const NOT_FOUND = "client/components/not-found-page.tsx";

const KIB = 1024;
const MOST_BYTES = 105_000;
const LANDING_MOST_BYTES = 112_000;
const CONSENT_MOST_BYTES = 7 * KIB;
/** What only a signed-in visitor needs. */
const BEHIND_SIGN_IN = /\/client\/(?:features\/(?:account|admin)|local|pwa)\//;
const SIGNED_IN_PAGES = new Set<string>(["/account", "/admin", "/admin/*"]);
/** The admin's own code, which its page asks for while it is found out who is there. */
const ADMIN_APP = "client/admin/app/admin-app.tsx";
const ADMIN_MOST_BYTES = 250_000;

/**
 * Throws when the script of a page weighs too much, or when a visitor of a public page would load what
 * belongs behind the sign-in. Returns what each page weighs (decision: page-facts).
 */
export async function checkPages(chunks: Chunk[]): Promise<Record<string, number>> {
  const chunkOf = (source: string) => {
    const found = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source));
    if (!found) throw new Error(`The build has no file for ${source}.`);
    return found;
  };
  const routes = chunks.filter(({ facadeModuleId }) => facadeModuleId?.includes("/client/routes/"));
  const byPage = new Map(
    await Promise.all(
      routes.map(async (chunk) => {
        const { page } = (await import(`${chunk.facadeModuleId}`)) as { page: object };
        return [page, chunk] as const;
      }),
    ),
  );
  const consent = chunkOf(CONSENT);
  const later = [consent, chunkOf(NOT_FOUND)];
  const isPage = (chunk: Chunk) => later.includes(chunk) || routes.includes(chunk);
  const pageAt = async (path: PagePath) => (await pages[path]()).page;
  const rootsOf = (listed: object[]) => [
    chunkOf(ENTRY),
    ...listed.map((page) => byPage.get(page) ?? chunkOf("the page")),
  ];

  const weights: Record<string, number> = {};
  const problems: string[] = [];
  for (const path of Object.keys(pages) as PagePath[]) {
    const page = await pageAt(path);
    const ahead = await Promise.all((page.facts.leadsTo ?? []).map(pageAt));
    const loaded = listLoaded({ chunks, roots: rootsOf([page, ...ahead]), isPage });
    const withConsent = listLoaded({ chunks, roots: [...loaded, consent], isPage });
    const onlyConsent = withConsent.filter((chunk) => !loaded.includes(chunk));
    const signedIn = SIGNED_IN_PAGES.has(path);
    const forbidden = signedIn ? /^$/ : BEHIND_SIGN_IN;
    const publicMost = path === "/" ? LANDING_MOST_BYTES : MOST_BYTES;
    const mostBytes = signedIn ? Infinity : publicMost;
    weights[path] = gzippedBytes(loaded);
    for (const problem of [
      ...findTooMuch(loaded, { mostBytes, forbidden }),
      ...findTooMuch(onlyConsent, { mostBytes: CONSENT_MOST_BYTES, forbidden }),
    ]) {
      problems.push(`${path}: ${problem}`);
    }
  }
  const admin = listLoaded({ chunks, roots: [chunkOf(ADMIN_APP)], isPage });
  const shared = listLoaded({ chunks, roots: rootsOf([await pageAt("/")]), isPage });
  const onlyAdmin = admin.filter((chunk) => !shared.includes(chunk));
  for (const problem of findTooMuch(onlyAdmin, { mostBytes: ADMIN_MOST_BYTES, forbidden: /^$/ })) {
    problems.push(`admin: ${problem}`);
  }
  weights["admin"] = gzippedBytes(onlyAdmin);
  if (problems.length > 0) throw new Error(`A page loads too much.\n${problems.join("\n")}`);
  return weights;
}
