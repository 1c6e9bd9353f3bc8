import type { BrowserContext, Route } from "playwright/test";

type Vendor = "posthog" | "meta" | "gtm" | "pinterest";
type Fault = "blocked" | "hanging" | "throwing" | undefined;

export type VendorSink = {
  /** URLs of other hosts that a page requested. */
  requests: string[];
  /** Purchases reported to the vendors' scripts. */
  purchases: { vendor: Vendor; calls: unknown }[];
  /** URL and referrer that a vendor's script can read. */
  pages: { href: string; referrer: string }[];
  fault: Fault;
};

// Fake vendor scripts: like the real ones they drain the page's queue and take every later call.
const SEE = `__vendor("page", { href: location.href, referrer: document.referrer });`;
const SCRIPTS: Record<Vendor, string> = {
  posthog: `{ ${SEE}
    const take = (command) => __vendor("posthog", command);
    window.posthog.forEach(take); window.posthog = { push: take }; }`,
  meta: `{ ${SEE}
    fbq.callMethod = (...command) => __vendor("meta", command);
    fbq.queue.forEach((command) => fbq.callMethod(...command)); }`,
  gtm: `{ ${SEE}
    const take = (entry) => __vendor("gtm", entry.length === undefined ? entry : [...entry]);
    dataLayer.forEach(take); dataLayer.push = take; }`,
  pinterest: `{ ${SEE}
    const take = (command) => __vendor("pinterest", command);
    const { queue } = pintrk; queue.forEach(take); queue.push = take; }`,
};

const VENDOR_OF: [RegExp, Vendor][] = [
  [/posthog\.com/, "posthog"],
  [/facebook\.net/, "meta"],
  [/googletagmanager\.com/, "gtm"],
  [/pinimg\.com/, "pinterest"],
];

/** Stubs all other hosts and records the data that they receive. */
export async function listenAsVendors(
  context: BrowserContext,
  shopUrl: string,
): Promise<VendorSink> {
  const sink: VendorSink = { requests: [], purchases: [], pages: [], fault: undefined };
  let layer: unknown[] = [];
  await context.exposeFunction("__vendor", (from: Vendor | "page", call: unknown) => {
    if (from === "page") sink.pages.push(call as VendorSink["pages"][number]);
    else if (from === "gtm") layer = noteDataLayer(sink, layer, call);
    else if (isPurchase(call)) sink.purchases.push({ vendor: from, calls: call });
  });
  await context.route(
    (url) => url.origin !== shopUrl && url.protocol.startsWith("http"),
    (route) => {
      sink.requests.push(route.request().url());
      return answer(route, sink.fault);
    },
  );
  return sink;
}

/** Appends an entry. Records a purchase with the entry before it, which clears older data. */
function noteDataLayer(sink: VendorSink, earlier: unknown[], entry: unknown): unknown[] {
  const entries = [...earlier, entry];
  const { event } = entry as { event?: string };
  if (event === "purchase") sink.purchases.push({ vendor: "gtm", calls: entries.slice(-2) });
  return entries;
}

function isPurchase(call: unknown): boolean {
  return Array.isArray(call) && ["Order Completed", "Purchase", "checkout"].includes(call[1]);
}

async function answer(route: Route, fault: Fault): Promise<void> {
  if (fault === "blocked") return route.abort("blockedbyclient");
  if (fault === "hanging") return;
  const url = route.request().url();
  const vendor = VENDOR_OF.find(([host]) => host.test(url))?.[1];
  const script = vendor && SCRIPTS[vendor];
  const body = fault === "throwing" ? `throw new Error("broken vendor");` : script;
  return route.fulfill({ contentType: "text/javascript", body: body ?? "" });
}
