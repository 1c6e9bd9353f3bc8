/** Words of the question about an address that looks mistyped. */
export const emailWords = {
  question: "Did you mean",
  accept: "Yes, use this address",
} as const;
