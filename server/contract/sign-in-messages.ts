/** Texts of signing in, verbatim (spec section 8). */
export const signInMessages = {
  codeMissing: "Please enter the verification code",
  loginFailed: (provider: string) => `${provider} login failed. Please try again.`,
  loginPopupFailed: "Failed to open popup window",
  loginCancelled: "User cancelled the login process",
  loginDenied: "OAuth authorization failed",
  loginNothing: "No OAuth code or error found in URL parameters.",
  loginAddressFailedPrefix: "Failed to get login redirect URL: ",
  loginExchangeFailedPrefix: "Failed to exchange code for session token: ",
} as const;
