import { countOf } from "../../server/contract/format.ts";
import type { DeviceReason } from "../lib/idb.ts";

/** Words for what is kept on this device until the server has it. */
export const outboxWords = {
  kept: (label: string) => `${label}: saved on this device. We’ll send it when the store is back.`,
  someRefused: (rows: string, message: string) =>
    `${rows} of the paste could not be saved: ${message} The other rows are saved.`,
  /** A browser that keeps nothing has no answer either. */
  notKept:
    "There is no answer, and this browser keeps nothing. What you typed is still here: leave this page open and press Save again.",
  device: {
    refused: "This browser lets nothing be kept on this device. What you typed is still here.",
    full: "There is no room left on this device. What you typed is still here: free some room, then press Save again.",
    newer:
      "A newer version of the admin is open in another tab. Reload this one: what was saved is kept.",
    blocked:
      "An older version of the admin is open in another tab. Close that tab, then try again.",
  } satisfies Record<DeviceReason, string>,
  /** Of a row or a cell. */
  waiting: "Saved on this device, not sent yet",
  added: "Added on this device, not sent yet",
  deleted: "Deleted on this device, not sent yet",
  /** In the place of an id. */
  unsent: "not sent yet",
  needsYou: "Needs you: see the saved edits",
  /** What is never kept for later. */
  action: (title: string) =>
    `“${title}” needs a connection. Money and mail are never kept for later: nothing has happened yet.`,
  direct: "This needs a connection. It is not kept for later.",
  lostAction: "There is no answer. Press again when the connection is back: it happens once.",
  /** The screen of all that is only on this device. */
  pending: {
    title: "Saved on this device",
    lead: "The store does not have these edits yet. They are sent by themselves, in their order, and leave this list once they have arrived.",
    offline: "The store can’t be reached right now. We’ll send them when it is back.",
    empty: "Everything is sent",
    emptyText: "What you save without a connection waits here until the store has it.",
    needYou: "Needs you",
    waiting: "Waiting to be sent",
    sendNow: "Send now",
    download: "Download as JSON",
    discardAll: "Discard all",
    confirmAll: (count: number) =>
      count === 1 ? "Discard this edit for good?" : `Discard all ${count} edits for good?`,
    confirm: "Discard this edit for good?",
    confirmText: "The store never had it, and it can't be brought back.",
    confirmFile:
      "The store never had this file. A row that names it keeps an address where nothing is.",
    discard: "Discard",
    sendAgain: "Send again",
    keepMine: "Keep all mine",
    takeTheirs: "Take all theirs",
    save: "Save and send",
    copy: "Copy mine",
    copied: "Your values are copied.",
    notCopied: "This browser did not let them be copied.",
    deleteAnyway: "Delete anyway",
    keepRow: "Keep the row",
    bringBack: "Bring it back and save mine",
    gone: "This row was deleted meanwhile. It can be brought back with what you have changed.",
    notBack: "This row can't be brought back: the store itself has deleted it.",
    changedSince: "You deleted this row here, and it was changed meanwhile.",
    alsoMine: "Also changed by you",
    edited: (count: number) => (count === 1 ? "1 field" : `${count} fields`),
    merged: "Others have changed other fields meanwhile: both are kept.",
    tries: (count: number) => (count === 1 ? "Tried once" : `Tried ${count} times`),
    kinds: { create: "Add", update: "Change", delete: "Delete", upload: "Upload" },
    states: {
      waiting: "Waiting",
      rejected: "Refused",
      conflict: "Changed by others too",
      gone: "Deleted meanwhile",
    },
    badge: (count: number, needs: number) =>
      needs > 0 ? `${needs} ${needs === 1 ? "needs" : "need"} you` : `${count} to send`,
    /** Said after the badge. */
    badgeDetail: (count: number, oldest: string) =>
      `${count} ${count === 1 ? "edit is" : "edits are"} only on this device, the oldest from ${oldest}`,
  },
};

/** Words for what was left half typed. */
export const draftWords = {
  name: "Unfinished forms",
  unfinished: (label: string, time: string) => `Unfinished: ${label}, ${time}`,
  /** A new row without a name. */
  newRow: (singular: string) => `new ${singular}`,
  open: "Open",
  drop: "Drop",
  openOf: (label: string) => `Open the unfinished form of ${label}`,
  dropOf: (label: string) => `Drop the unfinished form of ${label}`,
  offer: (time: string) => `What was typed here, last at ${time}, was not saved.`,
  takeBack: "Take it back",
  dropIt: "Drop it",
  taken: (time: string) => `This is what was typed here, last at ${time}. It is not saved yet.`,
  changed:
    "The row was changed since. When you save, both are compared: nothing is written over unseen.",
  gone: (label: string) => `${label} is not there any more, so its form can’t be opened.`,
} as const;

/** "2 edits", "1 unfinished form", or both: what is on this device alone. */
function unsentText({ edits, drafts }: Unsent, noun = "edit"): string {
  const parts = [
    ...(edits > 0 ? [countOf(edits, noun)] : []),
    ...(drafts > 0 ? [countOf(drafts, "unfinished form")] : []),
  ];
  return parts.join(" and ");
}
type Unsent = { edits: number; drafts: number };

/** What is said under the admin's bar. */
export const barWords = {
  device: {
    refused:
      "This browser lets nothing be kept on this device. Without a connection nothing can be saved, and a form that is closed is gone.",
    full: "There is no room left on this device. Until some is free, nothing more can be saved without a connection. What was saved is kept.",
    newer:
      "A newer version of the admin is open in another tab. Reload this one: what was saved is kept.",
    blocked:
      "An older version of the admin is open in another tab. Close that tab, then reload this one: what was saved is kept.",
  } satisfies Record<DeviceReason, string>,
  reload: "Reload",
  signIn: (edits: number) => `Sign in to send ${countOf(edits, "saved edit")}.`,
  forbidden: (edits: number) =>
    `${countOf(edits, "saved edit")} can’t be sent, and ${edits === 1 ? "stays" : "stay"} on this device.`,
  download: "Download",
  sealed: (unsent: Unsent) =>
    `Another account has ${unsentText(unsent, "unsent edit")} on this device. It is not shown here, and waits until that account signs in here again: thirty days at most.`,
  safari:
    "Safari may erase what is kept here after 7 days without a visit: send your edits before that, or add the admin to the Dock or the Home Screen, where it stays.",
  oneTab:
    "This browser can't coordinate several tabs. Please use the admin in one tab only. Everything works there.",
  gotIt: "Got it",
} as const;

/** The question at a logout. */
export const logoutWords = {
  title: (unsent: Unsent) => `Log out with ${unsentText(unsent)} only here?`,
  text: (unsent: Unsent) =>
    `${unsentText(unsent)} ${unsent.edits + unsent.drafts === 1 ? "is" : "are"} on this device alone. Logging out here takes everything of the admin off this device.`,
  form: (label: string) => `${label} (unfinished form)`,
  /** A new row whose name was not typed. */
  unnamed: "New row",
  more: (count: number) => `and ${count} more`,
  files: "A download names the files that wait to be uploaded; the files themselves are not in it.",
  cancel: "Cancel",
  send: "Send now",
  sending: "Sending…",
  download: "Download",
  downloaded: "It was handed to your browser as a file. It is still here as well.",
  discard: "Discard and log out",
  discardSure: (unsent: Unsent) => `Discard ${unsentText(unsent)}`,
  logout: "Log out",
  /** What is left after sending. */
  left: {
    offline: "The store can’t be reached right now. Your unsent edits are still on this device.",
    idle: "Not all could be sent. Try again in a moment.",
    needsYou: (edits: number) =>
      `${countOf(edits, "edit")} ${edits === 1 ? "was" : "were"} refused, or changed by another person: stay and look at ${edits === 1 ? "it" : "them"}, or take ${edits === 1 ? "it" : "them"} along as a file.`,
    drafts: "All edits are sent. What is left was never saved: open it in its table, or let it go.",
  },
} as const;
