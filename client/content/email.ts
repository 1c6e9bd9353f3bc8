/** Words of the question about an address that looks mistyped. */
export const emailWords = {
  question: "Did you mean",
  accept: "Yes, use this address",
  held: (button: string) => `Nothing is sent yet. If yours is right, press “${button}” again.`,
} as const;
