import type { StepName } from "../../server/contract/health.ts";

export type StepWords = {
  text: string;
  link: string;
  /** Button that marks the step as done. */
  confirm?: string;
};

/** UI text of the setup checklist for a new shop. */
export const checklistWords = {
  title: "Get your shop ready",
  short: "Checklist",
  loading: "Loading the checklist...",
  failed: "The checklist couldn't be loaded",
  show: "Show the checklist",
  progress: (done: number, all: number) => `${done} of ${all} steps are done.`,
  allDone: "Every step is done. Your shop is ready.",
  done: "Done",
  open: { required: "To do before opening", optional: "To do" },
  close: "Close the checklist",
  closed: "The checklist is closed. You can open it again on the Health page.",
  confirmed: "Noted. You can change the date in the settings.",
  steps: {
    name: {
      text: "It is shown at the top of each page, in titles and as the sender of mails.",
      link: "Shop name",
    },
    seller: {
      text: "Your legal name, address and country are shown in the imprint, on receipts and in every mail.",
      link: "Seller details",
    },
    legal: {
      text: "They describe how this shop works, but they aren't legal advice. Change what doesn't fit your shop, then click “I have read them”.",
      link: "Pages",
      confirm: "I have read them",
    },
    prices: {
      text: "Add at least one product, with your price.",
      link: "Products",
    },
    files: {
      text: "Every product on sale needs at least one PDF.",
      link: "Product files",
    },
    landing: {
      text: "Every sentence on it must be true for your products. Change or hide what isn't, then click “I have read it”.",
      link: "Content",
      confirm: "I have read it",
    },
    offers: {
      text: "After a purchase, buyers see up to three offers. Choose products that are on sale, or none.",
      link: "Offers",
    },
    testimonials: {
      text: "Visitors don't see the placeholders. Replace them with real quotes or delete them, or turn the section off.",
      link: "Turn testimonials off",
    },
    tax: {
      text: "Ask your tax adviser whether tax is added to your prices, is included in them, or doesn't apply. Choose it in the settings, then click “I have decided”.",
      link: "Tax",
      confirm: "I have decided",
    },
    webhook: {
      text: "The payment provider notifies the shop of each payment by a “webhook”, so that buyers get their files at once. “Webhooks” on the Health page says what is missing.",
      link: "Health",
    },
    mail: {
      text: "On the Health page, click “Send a test mail”. Then check that it has arrived, and not as spam.",
      link: "Health",
    },
    purchase: {
      text: "Buy a product as a customer would. Check that the mail with the files arrives, then refund the order under “Orders”.",
      link: "View shop",
    },
    backup: {
      text: "The shop makes a backup every day. Download one and keep it on another computer.",
      link: "Backups",
    },
    open: {
      text: "Until then, visitors see only the name of your shop.",
      link: "View shop",
    },
  } satisfies Record<StepName, StepWords>,
} as const;
