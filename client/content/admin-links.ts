/** Texts of the dialog with the link and QR code of a page. */
export const linkWords = {
  title: "Link and QR code",
  lead: (name: string) => `Leads to: ${name}`,
  fields: {
    source: {
      title: "Source",
      description: "Where you put the link: instagram, newsletter, flyer.",
    },
    campaign: { title: "Campaign", description: "What it is for: spring-fair." },
    medium: {
      title: "Medium",
      description: "For other statistics, such as Google's. The overview doesn't count it.",
    },
  },
  opensCheckout: "Open the checkout at once",
  address: "Address",
  link: "the address",
  qr: (address: string) => `QR code of ${address}`,
  svg: "Save as SVG",
  png: "Save as PNG",
  counted: "The overview counts visits and orders of this link by source and campaign.",
  uncounted: "Enter a source or campaign to see in the overview what this link brings.",
  seeSource: (value: string) => `Visits from the source ${value}`,
  seeCampaign: (value: string) => `Visits of the campaign ${value}`,
} as const;
