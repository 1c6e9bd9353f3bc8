/** Errors of a passkey check. Separate, so that pages load them only with its code. */
export const passkeyErrors = {
  unsupported: "This browser can't use passkeys here. Passkeys need https and a current browser.",
  cancelled: "No passkey was given. Please try again.",
  failed: "The passkey could not be checked",
} as const;
