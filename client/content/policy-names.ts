/** The names of the legal pages, as links to them say. */
export const policyNames = {
  privacy: "Privacy Policy",
  terms: "Terms of Service",
  refund: "Refund Policy",
} as const;
