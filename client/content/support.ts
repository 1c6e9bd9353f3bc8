/** What the shop promises about its support (spec sections 2 and 9). */
export const supportWords = {
  replies: "We reply within 24-48 hours.",
  replyTimes: [
    { what: "Technical support", when: "24 hours" },
    { what: "General inquiries", when: "48 hours" },
  ],
  hours: [
    { days: "Mon-Fri", time: "9:00 AM-6:00 PM" },
    { days: "Sat-Sun", time: "10:00 AM-4:00 PM" },
  ],
} as const;
