/** Errors of passkeys, in their own file so that only `lib/passkey.ts` loads them. */
export const passkeyErrors = {
  unsupported:
    "Passkeys don't work here. They need https, an up-to-date browser, and a device or security key with a fingerprint, face or PIN. Please try another browser or device.",
  cancelled: "No passkey was used. Please try again.",
  failed: "The passkey couldn't be verified. Please try again.",
} as const;
