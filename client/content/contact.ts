import { defineWords } from "../../server/contract/words.ts";

export const contactWords = defineWords("contact", {
  title: "Contact Us",
  description:
    "Write to us about an order, a download or a question before you buy. We reply within 24-48 hours.",
  heading: "Contact Us",
  intro:
    "A file that doesn't open, a question before you buy, an idea for a worksheet: write to us. A real person reads every message.",
  backHome: "Back to Home",

  form: {
    heading: "Send a Message",
    subjectHint: "Optional",
    emailHint: "Our answer goes to this address.",
    count: "{length} of {most} characters",
    trap: "Please leave this field empty",
    check: "Please check the marked fields.",
    send: "Send Message",
    submitting: "submitting...",
    another: "Send Another Message",
    privacy: "How we use your message:",
    privacyLink: "Privacy Policy",
  },

  sentHeading: "Message Sent!",

  information: {
    heading: "Contact Information",
    email: "Email",
    replies: "Replies",
    hours: "Support hours",
    phone: "Phone",
  },

  faq: {
    heading: "Quick answers",
    entries: [
      {
        question: "My files haven't arrived.",
        answer:
          "They come by email right after payment. Look in the spam folder first; then write to us with your order number.",
        link: { href: "/orders/find", name: "Find my order" },
      },
      {
        question: "Do you ship printed pages?",
        answer: "No. Everything is a PDF that you download and print at home.",
        link: null,
      },
    ],
    more: "Read all questions",
  },

  other: {
    heading: "Other Ways to Contact Us",
    social: "Follow us and send us a message:",
    socialLink: "Our social media page",
    mail: "Write from your own mail program:",
  },
});

/** Support reply times and opening hours. */
export const supportWords = defineWords("support", {
  replies: "We reply within 24-48 hours.",
  replyTimes: [
    { name: "Technical support", time: "24 hours" },
    { name: "General inquiries", time: "48 hours" },
  ],
  hours: [
    { name: "Mon-Fri", time: "9:00 AM-6:00 PM" },
    { name: "Sat-Sun", time: "10:00 AM-4:00 PM" },
  ],
});
