import { countOf } from "../../server/contract/format.ts";

/** UI text of the admin's overview. */
export const overviewWords = {
  title: "Overview",
  loading: "Loading the figures...",
  failed: "The figures couldn't be loaded",
  compared: (days: string) => `compared with ${days}`,
  zone: (zone: string) => `time\u00a0zone\u00a0${zone}`,

  periodsLabel: "Period",
  periods: {
    today: "Today",
    "7d": "7 days",
    "30d": "30 days",
    "90d": "90 days",
    year: "This year",
    all: "All time",
  },

  tiles: { revenue: "Revenue", orders: "Orders", refunds: "Refunds", average: "Average order" },
  before: (value: string) => `from ${value}`,
  nothingBefore: "from zero",
  same: "no change",
  counted:
    "Orders count on the day of payment, with tax. Free orders count, too. Each renewal of a subscription counts as an order, but not for discount codes and sources. Refunds count on the day of the refund. Lost disputes aren't included.",
  noOrders: "No orders in this period",
  noOrdersText:
    "Paid orders appear here within seconds. Share the link to your shop to bring in visitors.",
  shop: "Open your shop",

  chart: "Sales",
  chartOfWeek: "Sales in the last 7 days",
  chartLabel: (currency: string, grain: string) =>
    `Chart of sales in ${currency} by ${grain}. Use the arrow keys to move along it.`,
  chartFailed: "The chart couldn't be loaded. The table has the same numbers.",
  chartLoading: "Loading the chart...",
  grainsLabel: "Group by",
  grains: { day: "Day", week: "Week", month: "Month" },
  table: "Table",
  csv: "CSV",
  csvLabel: (currency: string) => `Download sales in ${currency} as CSV`,
  tableLabel: (currency: string, grain: string) => `Sales in ${currency} by ${grain}`,
  week: (day: string) => `Week of ${day}`,

  products: "Top products",
  countries: "Countries",
  codes: "Discount codes",
  noCodes: "No order in this period used a discount code.",
  sources: "Where buyers come from",
  sourceKindsLabel: "Type of source",
  sourceKinds: { referrer: "Website", utm_source: "Campaign source", utm_campaign: "Campaign" },
  unknown: { country: "Unknown", referrer: "Direct or unknown", other: "Not set" },
  showAll: (count: number) => `Show all ${count}`,
  nothing: "Nothing in this period.",
  columns: { orders: "Orders", revenue: "Revenue" },

  funnel: "From visit to order",
  funnelText: "Counted without cookies, so one visitor may be counted more than once.",
  source: "Source",
  allSources: "All sources",
  steps: {
    landing: "Landing page opened",
    pricing: "Prices seen",
    checkout: "Checkout started",
    paid: "Paid",
  },
  drop: (percent: string) => `${percent} drop-off`,
  offers: "Offers after the purchase",
  offer: {
    shown: "Shown",
    accepted: "Accepted",
    declined: "Declined",
    paths: { "/upsell": "First offer", "/upsell2": "Second offer", "/downsell": "Last offer" },
  },
  extras: (orders: number) => `${countOf(orders, "paid order")} with an extra.`,
  pages: "Pages",
  views: "Views",
  devices: "Devices",
  deviceNames: { phone: "Phone", tablet: "Tablet", desktop: "Computer" },

  orders: "Latest orders",
  ordersLoading: "Loading the orders...",
  noLatest: "There are no paid orders yet.",
} as const;
