import { countOf } from "../../server/contract/format.ts";

/** Texts of the admin's first screen. */
export const overviewWords = {
  title: "Overview",
  loading: "Loading the figures...",
  failed: "The figures could not be loaded",
  retry: "Try again",
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
  before: (value: string) => `before: ${value}`,
  nothingBefore: "nothing before",
  same: "no change",
  noOrders: "No orders in this period",
  noOrdersText:
    "Paid orders appear here within two seconds. Share the link of your shop to bring in visitors.",
  shop: "Open your shop",

  chart: "Sales",
  chartOfWeek: "Sales of the last 7 days",
  chartLabel: (currency: string, grain: string) =>
    `Chart of the sales in ${currency} by ${grain}. The arrow keys move along it.`,
  chartFailed: "The chart could not be loaded. The table has the same numbers.",
  chartLoading: "Loading the chart...",
  grainsLabel: "Group by",
  grains: { day: "Day", week: "Week", month: "Month" },
  table: "Table",
  csv: "CSV",
  csvLabel: (currency: string) => `Download the sales in ${currency} as CSV`,
  tableLabel: (currency: string, grain: string) => `Sales in ${currency} by ${grain}`,
  week: (day: string) => `Week of ${day}`,

  products: "Best products",
  countries: "Countries",
  codes: "Discount codes",
  noCodes: "No order used a discount code.",
  sources: "Where buyers come from",
  sourceKindsLabel: "Kind of source",
  sourceKinds: { referrer: "Website", utm_source: "Source", utm_campaign: "Campaign" },
  unknown: { country: "Unknown", referrer: "Direct or unknown", other: "Not set" },
  showAll: (count: number) => `Show all ${count}`,
  nothing: "Nothing in this period.",
  columns: { orders: "Orders", revenue: "Revenue" },

  funnel: "From visit to order",
  funnelText: "Counted without cookies, so one visitor may count more than once.",
  source: "Source",
  allSources: "All sources",
  steps: {
    landing: "Landing page opened",
    pricing: "Prices seen",
    checkout: "Checkout started",
    paid: "Paid",
  },
  drop: (percent: string) => `${percent} lost`,
  offers: "Offers after the checkout",
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
  noLatest: "There is no paid order yet.",
} as const;
