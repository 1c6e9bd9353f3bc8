/** A question with its answer; `link` leads on from the answer. */
export type FaqEntry = {
  question: string;
  answer: string;
  link?: { href: string; text: string };
};

export const faqWords = {
  heading: "Questions parents ask",
  more: "Yours is not here?",
  contact: { href: "/contact", text: "Write to us" },
} as const;

/** The six questions of the landing page, in the order of a buyer's doubts. */
export const faqEntries: readonly FaqEntry[] = [
  {
    question: "Is it right for my child’s age?",
    answer:
      "It is made for children aged 2 to 5. Two-year-olds color, match and snip beside you; four- and five-year-olds trace, count and find their way through the mazes alone. Begin with month 1 at any age and leave out what is too easy or too early.",
  },
  {
    question: "How do I get the pages, and do I need an account?",
    answer:
      "Right after the payment we send links to your PDFs to the email address you entered. You can also download them at once: perhaps after an offer or two, which you may decline, the page of your order has them all. You need no account. Please type the address with care, as everything goes there.",
  },
  {
    question: "Do you send a printed book?",
    answer:
      "No, there is no printed version. You get PDFs and print them at home or in a copy shop. Every page comes in A4 and in US Letter, as black line art that is gentle on ink.",
  },
  {
    question: "What do I need, and how long does it take?",
    answer:
      "A printer, a pencil, crayons, child-safe scissors and a glue stick. The plan counts on about 20 minutes a day, Monday to Friday, for 36 weeks. Slower is fine: nothing runs out.",
  },
  {
    question: "May I print a page more than once?",
    answer:
      "Yes. You pay once and print as often as you need, this year and for the next child. The pages are for personal, non-commercial use only, so please do not sell them or pass the files on.",
  },
  {
    question: "What if something is wrong with my files?",
    answer:
      "Write to us within 14 days. We put right a download that fails or a file that is damaged, and refund accidental double orders and anything that does not match its description.",
    link: { href: "/refund", text: "Read the refund policy" },
  },
];
