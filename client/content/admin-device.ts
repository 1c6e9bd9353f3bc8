import { countOf } from "../../server/contract/format.ts";

/** UI text for offline reading. */
export const adminOfflineWords = {
  asOf: (time: string, isOffline: boolean) => `As of ${time}${isOffline ? " · offline" : ""}`,
  private: "Personal details aren't stored on this device.",
  notKept:
    "You are offline, and this page was never opened on this device. Pages you have opened here can be read offline; this one loads when you are online again.",
  /** Shown instead of a value that is not in the offline copy. */
  absent: "not stored here",
  absentFields: (titles: string) =>
    `Not stored on this device, and not changed: ${titles}. You can edit them when you are online.`,
} as const;

/** UI text of the badge at "Orders" in the sidebar. */
export const newOrderWords = {
  count: (orders: number) => (orders > 99 ? "99+" : String(orders)),
  said: (orders: number) => countOf(orders, "new order"),
} as const;

/** UI text of the screen that shows the data stored on this device. */
export const deviceWords = {
  title: "On this device",
  lead: "Data this browser stores so that you can read the admin offline.",
  loading: "Loading stored data...",
  failed: "Stored data couldn't be read",
  unkept:
    "This browser doesn't allow the admin to store data. You can't read anything offline, and what you type is lost when you close the page.",

  tables: "Whole tables",
  tablesText:
    "Pages you open can be read offline for a week after your last visit. Tables of up to 2,000 rows are stored whole when you open them: you can search, filter and sort them offline, too.",
  noTables: "No whole table is stored yet.",
  kept: (rows: number, time: string, size: string) =>
    `${countOf(rows, "row")}, read ${time}, ${size}`,

  personal: "Personal details",
  keepPersonal: "Store personal details too",
  personalText:
    "Names, emails, messages and similar. Without this they are shown, but not stored for offline reading. Unsent edits are always stored in full.",

  all: "All stored data",
  nothing: "No data is stored for offline reading.",
  amount: (screens: number, screenSize: string, tables: number, tableSize: string) =>
    [
      screens > 0 && `${countOf(screens, "opened page")}, about ${screenSize}`,
      tables > 0 && `${countOf(tables, "whole table")}, about ${tableSize}`,
    ]
      .filter(Boolean)
      .join(" · "),
  remove: "Remove all stored data",
  removeText: "Unsent edits stay. You can't read anything offline until you have opened it again.",
  removeYes: "Remove",
  removed: "The stored data is removed.",

  honest: "How safe it is",
  notEncrypted:
    "The data isn't encrypted: anyone who can use your account on this device can read it. On a shared device, don't store personal details, and log out when you leave.",
  erased:
    "The browser may delete the data: when you clear its data or when the disk is full. Safari does so after seven days without a visit, unless the admin is installed. Unsent edits would be lost, too.",
  promised: "This browser keeps the data until you remove it.",
  notPromised: "This browser may delete the data when the disk fills up.",
  ask: "Ask the browser to keep it",
  refused: "The browser declined. Browsers usually agree only for installed or often-used apps.",
} as const;
