/** Words of a checkout that starts, or fails: the spec's verbatim, ours where it is silent. */
export const payWords = {
  processing: "Processing...",

  error: {
    title: "Checkout Error",
    heading: "Checkout Error",
    text: "Do not worry: no payment has been charged.",
    detailsHeading: "Error Details",
    solutionsHeading: "Common solutions",
    solutions: [
      "Check your internet connection",
      "Make sure that your card has sufficient funds",
      "Try a different payment method",
      "Clear your browser's cache and cookies",
      "Disable ad blockers for this site",
    ],
    retry: "Try Again",
    home: "Return to Shop",
    back: "Go Back",
    support: "Still stuck? Our support replies within 24 hours:",
  },
};
