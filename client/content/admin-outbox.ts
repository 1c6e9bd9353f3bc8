import { countOf } from "../../server/contract/format.ts";
import type { DeviceReason } from "../device/idb.ts";

/** UI text for queued edits. */
export const outboxWords = {
  queued: (label: string) =>
    `${label}: saved on this device. We’ll send it when the store is back.`,
  someRefused: (rows: string, message: string) =>
    `${rows} of the paste couldn't be saved: ${message} The other rows are saved.`,
  /** Shown instead of `queued` in a browser without storage. */
  queuedInTab: (label: string) =>
    `${label}: not sent yet, and this browser can't store it. Keep this page open; we’ll send it when the store is back.`,
  device: {
    refused: "This browser doesn't allow the admin to store data. What you typed is still here.",
    full: "This device is full. What you typed is still here: free some space, then click Save again.",
    newer:
      "A newer version of the admin is open in another tab. Reload this one; your saved edits stay.",
    blocked:
      "An older version of the admin is open in another tab. Close that tab, then try again.",
  } satisfies Record<DeviceReason, string>,
  timedOut: "The store didn't answer in time.",
  /** Status of a row or cell with a queued edit. */
  waiting: "Saved on this device, not sent yet",
  added: "Added on this device, not sent yet",
  deleted: "Deleted on this device, not sent yet",
  /** Shown instead of the id of a row that has not been sent. */
  unsent: "not sent yet",
  needsAttention: "Needs your attention: see the saved edits",
  /** Shown for an action that cannot be queued. */
  action: (title: string) =>
    `“${title}” needs a connection. It is never queued, so nothing has happened yet.`,
  direct: "This needs a connection and can't be queued.",
  /** Shown for an action without an answer. It may have happened. */
  lostAction:
    "The store didn't answer, so we don't know whether it worked. Trying again is safe: it happens only once.",
  /** The screen of queued edits. */
  pending: {
    title: "Saved on this device",
    lead: "The store doesn't have these edits yet. They are sent automatically, in order, and leave this list once they arrive.",
    offline: "The store can’t be reached right now. We’ll send them when it is back.",
    empty: "The queue is empty",
    emptyText: "Edits you save offline wait here until the store has them.",
    needsAttention: "Needs your attention",
    waiting: "Waiting to be sent",
    sendNow: "Send now",
    download: "Download as JSON",
    discardAll: "Discard all",
    confirmAll: (count: number) =>
      count === 1 ? "Discard this edit for good?" : `Discard all ${count} edits for good?`,
    confirm: "Discard this edit for good?",
    confirmText: "The store never had it, so it can't be restored.",
    /** Instead of `confirmText` after an attempt without an answer. */
    confirmSent: "The store may already have it. If so, discarding doesn't take it back.",
    confirmFile: "The store never had this file. A row that uses it will have a broken link.",
    discard: "Discard",
    sendAgain: "Send again",
    keepMine: "Keep all mine",
    takeTheirs: "Take all theirs",
    save: "Save and send",
    copy: "Copy mine",
    copied: "Your values are copied.",
    notCopied: "This browser didn't allow copying.",
    deleteAnyway: "Delete anyway",
    keepRow: "Keep the row",
    bringBack: "Bring it back and save mine",
    gone: "This row was deleted in the meantime. You can bring it back with your changes.",
    notBack: "This row can't be brought back, because the store itself deleted it.",
    changedSince: "You deleted this row here, but somebody changed it in the meantime.",
    alsoMine: "Also changed by you",
    edited: (count: number) => (count === 1 ? "1 field" : `${count} fields`),
    merged: "Somebody changed other fields in the meantime. Both changes are kept.",
    tries: (count: number) => (count === 1 ? "Tried once" : `Tried ${count} times`),
    kinds: { create: "Add", update: "Change", delete: "Delete", upload: "Upload" },
    states: {
      waiting: "Waiting",
      rejected: "Refused",
      conflict: "Changed by others too",
      gone: "Deleted in the meantime",
    },
    badge: (count: number, needs: number) =>
      needs > 0 ? `${needs} ${needs === 1 ? "needs" : "need"} attention` : `${count} to send`,
    /** Read by screen readers after the badge. */
    badgeDetail: (count: number, oldest: string) =>
      `${count} ${count === 1 ? "edit is" : "edits are"} only on this device, the oldest from ${oldest}`,
  },
};

/** UI text for unfinished forms (drafts). */
export const draftWords = {
  name: "Unfinished forms",
  unfinished: (label: string, time: string) => `Unfinished: ${label}, ${time}`,
  /** Label of a new row that has no name. */
  newRow: (singular: string) => `new ${singular}`,
  open: "Open",
  drop: "Discard",
  openOf: (label: string) => `Open the unfinished form of ${label}`,
  dropOf: (label: string) => `Discard the unfinished form of ${label}`,
  offer: (time: string) => `You typed something here at ${time} and didn't save it.`,
  takeBack: "Restore it",
  dropIt: "Discard it",
  taken: (time: string) => `Restored what you typed at ${time}. It isn't saved yet.`,
  changed: "The row has changed since. When you save, you see both versions first.",
  gone: (label: string) => `${label} no longer exists, so its form can't be opened.`,
} as const;

/** Formats the unsent work, such as "2 edits and 1 unfinished form". */
function unsentText({ edits, drafts }: Unsent, noun = "edit"): string {
  const parts = [
    ...(edits > 0 ? [countOf(edits, noun)] : []),
    ...(drafts > 0 ? [countOf(drafts, "unfinished form")] : []),
  ];
  return parts.join(" and ");
}
type Unsent = { edits: number; drafts: number };

/** UI text of the bars below the admin's header. */
export const barWords = {
  device: {
    refused:
      "This browser doesn't allow the admin to store data. Keep this page open until your edits are sent. A form you close is lost.",
    full: "This device is full. Free some space to save offline again. Your saved edits stay.",
    newer:
      "A newer version of the admin is open in another tab. Reload this one; your saved edits stay.",
    blocked:
      "An older version of the admin is open in another tab. Close that tab, then reload this one; your saved edits stay.",
  } satisfies Record<DeviceReason, string>,
  reload: "Reload",
  signIn: (edits: number) => `Sign in to send ${countOf(edits, "saved edit")}.`,
  forbidden: (edits: number) =>
    `${countOf(edits, "saved edit")} can’t be sent, and ${edits === 1 ? "stays" : "stay"} on this device.`,
  download: "Download",
  foreignData: (unsent: Unsent) =>
    `Another account has ${unsentText(unsent, "unsent edit")} on this device. They are hidden here, and kept for 30 days until that account signs in again.`,
  safari:
    "Safari may delete this data after 7 days without a visit. Send your edits before that, or add the admin to the Dock or the Home Screen.",
  oneTab: "This browser can't coordinate several tabs. Please use the admin in one tab only.",
  gotIt: "Got it",
} as const;

export const logoutWords = {
  title: (unsent: Unsent) => `Log out with ${unsentText(unsent)} not sent?`,
  text: (unsent: Unsent) =>
    `${unsentText(unsent)} ${unsent.edits + unsent.drafts === 1 ? "is" : "are"} only on this device. Logging out removes all admin data from this device.`,
  form: (label: string) => `${label} (unfinished form)`,
  /** Label of a new row that has no name. */
  unnamed: "New row",
  more: (count: number) => `and ${count} more`,
  files: "The download lists the files that wait to be uploaded, but doesn't contain them.",
  cancel: "Cancel",
  send: "Send now",
  sending: "Sending…",
  download: "Download",
  downloaded: "Your browser has downloaded the file. The edits are still here, too.",
  discard: "Discard and log out",
  discardSure: (unsent: Unsent) => `Discard ${unsentText(unsent)}`,
  /** Messages about edits and drafts that remain after trying to send them before the logout. */
  left: {
    offline: "The store can’t be reached right now. Your unsent edits are still on this device.",
    idle: "Some edits couldn't be sent. Try again in a moment.",
    needsAttention: (edits: number) =>
      `${countOf(edits, "edit")} ${edits === 1 ? "was" : "were"} refused or conflicts with another change. Stay to review, or download a copy.`,
    drafts:
      "All edits are sent. The unfinished forms were never saved: open them in their table, or discard them.",
  },
} as const;
