/** Errors of a passkey check. Separate, so that pages load them only with its code. */
export const passkeyErrors = {
  unsupported:
    "Passkeys don't work here. They need https, a current browser, and a device or security key with a fingerprint, face or PIN. Please try another browser or device.",
  cancelled: "No passkey was given. Please try again.",
  failed: "The passkey could not be checked",
} as const;
