/** UI text of the passkeys screen and of the passkey prompt. */
export const adminPasskeyWords = {
  title: "Passkeys",
  lead: "A passkey lets you sign in with your fingerprint, face or device PIN, or with a security key. Once you have one, the emailed code alone no longer opens the admin.",
  loading: "Loading the passkeys...",
  failed: "The passkeys couldn't be loaded",
  offline: "You are offline: passkeys can't be changed now.",

  list: "Your passkeys",
  add: "Add a passkey",
  added: "The passkey was added.",
  known: "This device already has a passkey for this shop.",
  empty: "You have no passkeys yet. The emailed code is enough to sign in.",
  facts: (created: string, used: string | undefined) =>
    `Added ${created}${used === undefined ? ", not used yet" : `, last used ${used}`}`,
  rename: (name: string) => `Rename “${name}”`,
  name: "Name",
  save: "Save",
  remove: (name: string) => `Remove “${name}”`,
  removeAsk: (name: string) => `Remove “${name}”?`,
  removeText:
    "It will no longer open the admin, and you'll be signed out everywhere but here. Delete it on your device, too.",
  removeLast:
    "This is your last passkey. Without it, the emailed code alone opens the admin again. You'll be signed out everywhere but here.",
  removeYes: "Remove",
  removed: "The passkey was removed.",
  changeFailed: "The passkey couldn't be changed",

  care: "Good to know",
  first: "To add your first passkey, you must have signed in during the last 15 minutes.",
  two: "Add a second passkey on another device, in case you lose the first.",
  lost: "If you lose all your passkeys, run “papercub admin link EMAIL” on the server. The link it prints signs you in without a passkey.",
  host: (host: string) =>
    `Passkeys work only at ${host}. If the shop moves to another address, sign in with a link like this and add new passkeys.`,
  again: "Refunds and other sensitive changes ask for the passkey again after 15 minutes.",
  confirm: "Confirm now",
  confirmed: "Confirmed for 15 minutes.",

  check: {
    title: "Confirm with your passkey",
    text: "You last used your passkey more than 15 minutes ago.",
    yes: "Use your passkey",
  },
} as const;
