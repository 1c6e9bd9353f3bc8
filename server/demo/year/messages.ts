/** Questions of customers with the owner's answers. */
export const QUESTIONS = [
  {
    subject: "Which paper?",
    message:
      "Hello! Which paper do you recommend for the tracing pages? Mine goes soft when we erase. Thank you!",
    answer:
      "Plain 100 g paper works best. For pages you use again, slip them into a sheet protector and write with a dry-erase pen.",
  },
  {
    subject: "Printing for two children",
    message: "We have twins. May I print every page twice, or do I need a second license for that?",
    answer:
      "Print as often as you like for your own children. The classroom license is only for schools and childcare.",
  },
  {
    subject: "Download on my phone",
    message:
      "I bought the pack on my phone and would like to print from the computer. How do I get the files there?",
    answer:
      "Open My account on the computer and sign in with the email address of your order. All files are there.",
  },
  {
    subject: "Age",
    message: "My daughter turns three in spring. Is the Premium Pack too early for her?",
    answer:
      "Three is a good start: begin with the tracing and color pages, and leave the number pages for later.",
  },
  {
    subject: "",
    message: "I typed my email address wrong and got no mail. Can you send the files again?",
    answer: "Done! I corrected the address, and the mail with your files is on its way.",
  },
  {
    subject: "Invoice for our kindergarten",
    message:
      "Our bookkeeper needs an invoice with our VAT number. Where do I find it after the purchase?",
    answer: "The invoice is linked on your order page in the account, with the number you entered.",
  },
  {
    subject: "A4 or Letter",
    message: "Do I have to choose between A4 and US Letter when I buy?",
    answer: "No, every pack has both. Pick the one that fits your printer.",
  },
  {
    subject: "Thank you",
    message:
      "Just a note to say that our mornings are so much calmer with the weekly plan. Thank you!",
    answer: "You made my day. Thank you, and give your little one a wave from me!",
  },
] as const;

/** Messages that still wait for an answer. */
export const UNANSWERED = [
  {
    subject: "Gift for my nephew",
    message:
      "Can I buy the Advanced Pack as a gift and have the files sent to my sister's address instead?",
  },
  {
    subject: "Page 14 prints dark",
    message:
      "Page 14 of month 3 comes out much darker than the rest. Is that my printer or the file?",
  },
  {
    subject: "Classroom license",
    message: "We are two teachers who share one class. Is one classroom license enough for both?",
  },
] as const;

/** Caught by the trap of the contact form. */
export const SPAM = {
  name: "Top Ranking Team",
  email: "offers@example.net",
  subject: "More visitors for your site",
  message: "We put your website on page one within a week. Reply today for a special price.",
} as const;

/** Reasons that the owner notes with a refund. */
export const REFUND_REASONS = [
  "Bought the wrong pack",
  "Could not print at home",
  "Child is older than expected",
  "Bought twice by mistake",
  null,
] as const;
