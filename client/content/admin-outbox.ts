import type { DeviceReason } from "../local/database.ts";

/** Words for what is kept on this device until the server has it. */
export const outboxWords = {
  kept: (label: string) =>
    `${label}: saved on this device. It is sent as soon as there is a connection.`,
  keptSignedOut: (label: string) => `${label}: saved on this device. It is sent once you sign in.`,
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
  needsYou: "Needs you: see the saved edits",
  /** What is never kept for later. */
  action: (title: string) =>
    `“${title}” needs a connection. Money and mail are never kept for later: nothing has happened yet.`,
  lostAction: "There is no answer. Press again when the connection is back: it happens once.",
  direct: "This needs a connection. It is not kept for later.",
};
