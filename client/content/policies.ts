// A LAWYER MUST REVIEW THESE TEXTS before the shop opens: they describe what the software does, and
// they are not legal advice. The refund policy is the specification's; the other two are ours.

/** A list of a policy; `yes` and `no` are ticked and crossed. */
export type PolicyList = { heading?: string; look: "plain" | "yes" | "no"; items: readonly string[] };

/** A part of a section. In texts {brand}, {email}, {contact} and the policies' names become links. */
export type PolicyBlock =
  | string
  | { lists: readonly PolicyList[] }
  | { steps: readonly string[] }
  | { facts: readonly { name: string; value: string }[] };

export type PolicySection = { id: string; heading: string; blocks: readonly PolicyBlock[] };

export type Policy = {
  title: string;
  description: string;
  subtitle: string;
  notice?: string;
  sections: readonly PolicySection[];
};

export const policyWords = {
  updated: "Last updated: January 3, 2025",
  contents: "On this page",
  notice: "Important",
  backHome: "Back to Home",
} as const;

const plain = (...items: string[]) => ({ lists: [{ look: "plain" as const, items }] });

export const refundPolicy: Policy = {
  title: "Refund Policy",
  description:
    "Our 14-day satisfaction guarantee for digital printables: what is covered, how to ask for a refund, and how long it takes.",
  subtitle: "We want you to be satisfied with our digital products.",
  notice:
    "Our products are digital and delivered immediately, so refunds have specific conditions.",
  sections: [
    {
      id: "guarantee",
      heading: "14-Day Satisfaction Guarantee",
      blocks: [
        "For 14 days after your purchase we give refunds by internal criteria, such as duplicate orders, at our reasonable discretion. The guarantee covers:",
        {
          lists: [
            {
              look: "yes",
              items: [
                "Technical issues preventing download",
                "Corrupted or unreadable files",
                "Content significantly different from description",
                "Accidental duplicate purchases",
              ],
            },
          ],
        },
      ],
    },
    {
      id: "conditions",
      heading: "Refund Conditions",
      blocks: [
        {
          lists: [
            {
              heading: "Eligible",
              look: "yes",
              items: [
                "Request within 14 days of purchase",
                "Documented technical issues",
                "Product not matching description",
                "Download error or damaged files",
                "Accidental duplicate purchase",
              ],
            },
            {
              heading: "Not eligible",
              look: "no",
              items: [
                "Request after 14 days",
                "Change of mind after prolonged use",
                "Unauthorized sharing",
                "Unauthorized commercial use",
                "Violation of {terms}",
              ],
            },
          ],
        },
      ],
    },
    {
      id: "process",
      heading: "Refund Process",
      blocks: [
        {
          steps: [
            "Contact us by e-mail at {email} or with the {contact}.",
            "Provide your order number, the purchase date and the reason.",
            "Our team reviews your request within 2-3 business days.",
            "If it is approved, the refund is processed within 5-7 business days to the original payment method.",
          ],
        },
      ],
    },
    {
      id: "timeframes",
      heading: "Processing Timeframes",
      blocks: [
        {
          facts: [
            { name: "Initial response", value: "2-3 business days" },
            { name: "Processing", value: "5-7 business days" },
            {
              name: "Credit",
              value: "Varies by bank or card and can take up to 10 business days",
            },
          ],
        },
      ],
    },
    {
      id: "special-cases",
      heading: "Special Cases",
      blocks: [
        {
          facts: [
            {
              name: "Technical issues",
              value: "Contact us immediately. They are usually fixed without a refund.",
            },
            {
              name: "Multiple purchases",
              value: "Contact us within 7 days for an immediate refund of duplicates.",
            },
            {
              name: "Partial refunds",
              value: "Partial refunds or credits toward future purchases are at our discretion.",
            },
          ],
        },
      ],
    },
    {
      id: "questions",
      heading: "Questions About Refunds",
      blocks: ["Write to {email} or use the {contact}. Please name your order number."],
    },
  ],
};

export const privacyPolicy: Policy = {
  title: "Privacy Policy",
  description:
    "What this shop stores about you, why, who else sees it, which cookies it sets, and how to have your data corrected or deleted.",
  subtitle: "What we store about you, why, and what you can do about it.",
  sections: [
    {
      id: "short",
      heading: "In short",
      blocks: [
        plain(
          "We store what an order needs: your e-mail address, your name and what you bought.",
          "Your card is handled by our external payment provider. We never see its number.",
          "We send no newsletters and sell no data.",
          "Measuring services are loaded only if you agree.",
        ),
      ],
    },
    {
      id: "stored",
      heading: "What we store",
      blocks: [
        {
          facts: [
            {
              name: "Orders",
              value:
                "Your e-mail address and name as you gave them to the payment provider, the products, prices, times, your order number, and the provider's references to the payment, its refunds and disputes.",
            },
            {
              name: "Mails",
              value: "Copies of the mails that we sent you, and whether they could be sent.",
            },
            {
              name: "Contact messages",
              value:
                "Your name, e-mail address, subject and message. Your browser adds its name and language, the kind of device, the screen's size and your local time, which help us with technical questions.",
            },
            {
              name: "Sign-in",
              value:
                "If you sign in: your e-mail address, your name if you gave one, and when and with which browser you signed in.",
            },
            {
              name: "Network address",
              value: "Counters under your network address, which protect our forms from misuse.",
            },
            {
              name: "Changes",
              value: "A record of what was changed in orders and messages, when, and by whom.",
            },
          ],
        },
      ],
    },
    {
      id: "purposes",
      heading: "What we use it for",
      blocks: [
        plain(
          "To deliver what you bought, and to send it again when you ask.",
          "To answer you and to handle refunds.",
          "To keep the books that the law asks for.",
          "To protect the shop and its customers from misuse.",
        ),
        "The first two are needed for the contract with you, the third is a legal duty, and the last is our legitimate interest.",
      ],
    },
    {
      id: "others",
      heading: "Who else sees it",
      blocks: [
        "Payments run at an external card payment provider. You enter your card, address and name there, under its own privacy policy; it tells us that you paid, for what, and under which e-mail address and name.",
        "Our mails leave through a mail service, and the shop runs on rented servers. These companies work for us and may not use your data for themselves. Nobody else gets it, unless a law obliges us.",
      ],
    },
    {
      id: "cookies",
      heading: "Cookies and browser storage",
      blocks: [
        {
          facts: [
            {
              name: "buyer",
              value:
                "Set when you start a checkout, for a year. It holds a random number and lets this browser see its own order.",
            },
            {
              name: "session",
              value: "Set when you sign in. It keeps you signed in until you log out or it expires.",
            },
            {
              name: "Session storage",
              value:
                "If a checkout fails, your browser keeps the error text until the error page has shown it or you close the tab.",
            },
          ],
        },
        "These are needed for what you ask the shop to do, so they need no consent.",
      ],
    },
    {
      id: "measuring",
      heading: "Measuring services",
      blocks: [
        "The shop can be set up to tell services for product analytics and advertising of a purchase: the order's number, amount and products. They are loaded only after you have agreed on the page. If you were never asked, none is in use.",
      ],
    },
    {
      id: "keeping",
      heading: "How long we keep it",
      blocks: [
        "Orders stay as long as you should be able to get your files again, and as long as tax law asks. Contact messages stay until we delete them; you can ask us to do so at any time.",
      ],
    },
    {
      id: "rights",
      heading: "Your rights",
      blocks: [
        "Depending on where you live, you can ask for a copy of your data, have it corrected or deleted, object to its use, or take it elsewhere. You can withdraw a consent at any time, and complain to your data protection authority.",
        "Write to {email} from the address that your order has, so that we know it is you.",
      ],
    },
    {
      id: "children",
      heading: "Children",
      blocks: [
        "The pages are for children, the shop is for adults. We ask for nothing about a child; please write nothing about one into the contact form that we do not need to know.",
      ],
    },
    {
      id: "questions",
      heading: "Questions",
      blocks: ["Write to {email} or use the {contact}."],
    },
  ],
};

export const termsOfService: Policy = {
  title: "Terms of Service",
  description:
    "What you buy, how it is delivered, and what you may do with it: personal, non-commercial use of printable PDFs.",
  subtitle: "What you buy here, how you get it, and what you may do with it.",
  sections: [
    {
      id: "agreement",
      heading: "These terms",
      blocks: [
        "They apply between you and {brand} when you use this site or buy here. To buy, you must be an adult. Rights that the law of your country gives you as a consumer stay as they are.",
      ],
    },
    {
      id: "products",
      heading: "What you buy",
      blocks: [
        "Our products are PDF files to print at home, for teaching and playing with children aged 2 to 5. There is no printed version, and nothing is shipped.",
        "The product's description says what it holds. We may correct and improve files; a correction reaches those who bought the file before.",
      ],
    },
    {
      id: "payment",
      heading: "Price and payment",
      blocks: [
        "The price is the one that the payment page shows before you pay. Packs are paid once. If a product is a subscription, its card and the payment page say so and name the period; it renews until it is cancelled.",
        "Payment runs at an external card payment provider. The contract comes about when your payment succeeds.",
      ],
    },
    {
      id: "delivery",
      heading: "Delivery",
      blocks: [
        "Right after payment the files are on the confirmation page and go to the e-mail address that you entered while paying. Please type it with care. Some payment methods take days to confirm; then the mail comes as soon as they do.",
        "Links in the mail work for 60 days. Save the files; if you need them again later, we send you fresh links.",
      ],
    },
    {
      id: "licence",
      heading: "What you may do with the files",
      blocks: [
        "You may use the files yourself, for personal, non-commercial use:",
        {
          lists: [
            {
              heading: "You may",
              look: "yes",
              items: [
                "Save the files on your own devices",
                "Print the pages as often as you like",
                "Use them with the children in your care",
              ],
            },
            {
              heading: "You may not",
              look: "no",
              items: [
                "Sell, rent or publish files or printed pages",
                "Pass on files or their links to others",
                "Use them commercially, or make products from them",
              ],
            },
          ],
        },
        "All rights in the files and in this site stay with {brand} and its licensors. If you break these rules, we may end your access to the files.",
      ],
    },
    {
      id: "refunds",
      heading: "Refunds",
      blocks: [
        "Digital products are delivered immediately, so refunds have specific conditions. They stand in the {refund}, which is part of these terms. A refunded product can no longer be opened.",
      ],
    },
    {
      id: "care",
      heading: "With children",
      blocks: [
        "Some activities need scissors, glue or small objects. Please stay with your child, and choose what suits its age. The pages are no medical or professional advice, and we promise no particular progress.",
      ],
    },
    {
      id: "site",
      heading: "This site",
      blocks: [
        "We do our best to keep the site running and correct, but cannot promise that it always is. Please do not misuse it: do not try to get at other people's orders, to overload it, or to send unwanted mail through it.",
        "This site is not part of any social media company and is not endorsed by one.",
      ],
    },
    {
      id: "liability",
      heading: "Liability",
      blocks: [
        "We are liable as the law says. As far as it allows, we are not liable for damage that we could not foresee, and not for more than you paid for the product.",
      ],
    },
    {
      id: "changes",
      heading: "Changes and privacy",
      blocks: [
        "For your purchase the terms count that stood here when you bought. What we do with your data stands in the {privacy}.",
      ],
    },
    {
      id: "questions",
      heading: "Questions",
      blocks: ["Write to {email} or use the {contact}."],
    },
  ],
};
