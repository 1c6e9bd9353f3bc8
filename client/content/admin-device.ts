import { countOf } from "../../server/contract/format.ts";

/** What the admin says of the device that it runs on; all ours, the spec is silent on it. */
export const offlineWords = {
  asOf: (time: string) => `As of ${time} · offline`,
  private: "Personal details are not kept on this device.",
  notKept:
    "You are offline, and this was not opened on this device before. Tables that were opened here can be read, and come back by themselves when you are online.",
  /** In the place of a value. */
  absent: "not kept here",
  absentFields: (titles: string) =>
    `Not kept on this device, and left as they are: ${titles}. They can be edited when you are online.`,
} as const;

/** Beside "Orders" at the side. */
export const newOrderWords = {
  count: (orders: number) => (orders > 99 ? "99+" : String(orders)),
  said: (orders: number) => countOf(orders, "new order"),
} as const;

/** The screen of what this device keeps. */
export const deviceWords = {
  title: "On this device",
  lead: "What this browser keeps, so that the admin can be read without a connection.",
  loading: "Looking at what is kept...",
  failed: "What is kept could not be read",
  unkept:
    "This browser lets nothing be kept on this device. Without a connection nothing can be read here, and what is typed lasts only as long as its page.",

  tables: "Tables kept whole",
  tablesText:
    "What you open in the admin can be read here for a week after you last looked at it. A table that is kept whole can also be searched, filtered and sorted without a connection, and follows what changes at the store.",
  keep: (table: string) => `Keep ${table} whole`,
  rows: (rows: number) => countOf(rows, "row"),
  kept: (rows: number, time: string, size: string) =>
    `${countOf(rows, "row")}, read ${time}, ${size}`,
  tooMany: (rows: number, most: number) =>
    `${countOf(rows, "row")}: too many to keep. At most ${most.toLocaleString("en-US")} are kept whole.`,
  grown: (most: number) =>
    `It has more than ${most.toLocaleString("en-US")} rows by now: too many to keep.`,
  unknown: "How many rows it has can be told when you are online.",
  reading: "Reading...",

  personal: "Personal details",
  keepPersonal: "Keep personal details too",
  personalText:
    "Names, emails, messages and the like. Without this they are shown while a page is open and not kept for reading. An edit that waits to be sent is kept with everything that was typed.",

  all: "All that is kept",
  nothing: "Nothing is kept for reading.",
  amount: (screens: number, screenSize: string, tables: number, tableSize: string) =>
    [
      screens > 0 && `${countOf(screens, "opened page")}, about ${screenSize}`,
      tables > 0 && `${countOf(tables, "whole table")}, about ${tableSize}`,
    ]
      .filter(Boolean)
      .join(" · "),
  remove: "Remove all that is kept for reading",
  removeText:
    "Unsent edits stay. Without a connection nothing can be read here until you have opened it again.",
  removeYes: "Remove",
  removed: "Nothing is kept for reading any more.",

  honest: "How safe it is",
  notEncrypted:
    "It is not encrypted: people who can use this device as you do can read it. On a device that others use, keep no personal details, and log out when you leave.",
  erased:
    "The browser may erase it: when its data are cleared, when the disk is full, and Safari does after seven days without a visit unless the admin is installed. Edits that were not sent would be lost with it.",
  promised: "This browser has promised to keep it until you remove it.",
  notPromised: "This browser has not promised to keep it when room gets short.",
  ask: "Ask it to promise",
  refused: "It did not promise. Browsers do so rather for apps that are installed and often used.",
} as const;
