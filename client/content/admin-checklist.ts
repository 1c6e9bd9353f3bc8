import type { StepName } from "../../server/contract/checklist.ts";

type StepWords = { title: string; text: string; link: string };

/** UI text of the setup checklist for a new shop. */
export const checklistWords = {
  title: "Get your shop ready",
  short: "Checklist",
  loading: "Loading the checklist...",
  failed: "The checklist could not be loaded",
  show: "Show the checklist",
  progress: (done: number, all: number) => `${done} of ${all} steps are done.`,
  allDone: "Every step is done. Your shop is ready.",
  done: "Done",
  open: "Open",
  close: "Close the checklist",
  closed: "The checklist is closed. You find it on the health page.",
  confirm: "I have read them",
  confirmed: "Noted. You can change the date in the settings.",
  steps: {
    seller: {
      title: "Say who sells",
      text: "Your legal name, address and country are shown in the imprint, on receipts and in every mail.",
      link: "Seller’s details",
    },
    legal: {
      title: "Read the legal pages",
      text: "They describe how this shop works, but they are not legal advice. Change what does not fit you.",
      link: "Pages",
    },
    prices: {
      title: "Put your products on sale",
      text: "Add at least one product, with your price.",
      link: "Products",
    },
    files: {
      title: "Add the files",
      text: "Every product on sale needs at least one PDF.",
      link: "Product files",
    },
    testimonials: {
      title: "Show real testimonials, or none",
      text: "Replace or delete the invented ones, which visitors do not see. Or turn the section off.",
      link: "Turn testimonials off",
    },
    purchase: {
      title: "Buy something yourself",
      text: "Go through the shop as a customer and pay. Then look at the mail, and refund the order.",
      link: "View shop",
    },
    webhook: {
      title: "Receive webhooks",
      text: "The payment provider sends them, so that buyers get their files at once.",
      link: "Health",
    },
    mail: {
      title: "Send a mail",
      text: "Send yourself a test mail from the health page.",
      link: "Health",
    },
    backup: {
      title: "Have a backup",
      text: "The shop makes one every day. Copy it to another machine.",
      link: "Backups",
    },
  } satisfies Record<StepName, StepWords>,
} as const;
