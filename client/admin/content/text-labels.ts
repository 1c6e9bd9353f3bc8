const UNASKED = "If the reader didn't ask for it";
const STRANGER = "If the mail reached the wrong person";

/** Labels of texts whose names do not describe them, by name. */
export const TEXT_LABELS: Readonly<Record<string, string>> = {
  "account.sessions.gone": "After signing out a browser",
  "checkout.email.lost": "If the mail couldn't be delivered",
  "checkout.per": "Price per period",
  "checkout.success.patience": "While the order loads",
  "consent.marketing.gpc": "Marketing turned off by the browser",
  "contact.form.trap": "Hidden spam field",
  "landing.pricing.introWithSubscription": "Pricing · intro with a subscription on sale",
  "landing.pricing.subscriptionOffer": "Pricing · terms of a subscription",
  "email.held": "Reminder to click again",
  "funnel.safe.slip": "Link to correct the email",
  "login.keyFor": "Button of a sign-in link",
  "mail.address.stranger": STRANGER,
  "mail.code.guesses.reasons.0": "Text after too many wrong codes 1",
  "mail.code.guesses.reasons.1": "Text after too many wrong codes 2",
  "mail.code.guesses.subject": "Subject after too many wrong codes",
  "mail.code.requests.reasons.0": "Text after too many requests 1",
  "mail.code.requests.reasons.1": "Text after too many requests 2",
  "mail.code.requests.subject": "Subject after too many requests",
  "mail.code.unasked": UNASKED,
  "mail.code.unaskedLink": `${UNASKED} (with a link)`,
  "mail.contact.thanks.stranger": STRANGER,
  "mail.foot": "Last line of most mails",
  "mail.rate": "Price and period",
  "mail.received.stranger": STRANGER,
  "mail.wayBack": "How to get the files again",
  "mail.withdrawal.stranger": STRANGER,
  "offline.connection.unread": "Account couldn't be loaded",
  "offline.files.away": "File not saved on this device",
  "update.held": "New version, files still saving",
  "update.refused": "New version, unsaved input",
};

/** Columns of the settings that switch texts on, by the text's name. */
export const TEXT_SWITCHES: Readonly<Record<string, string>> = {
  "story.hero.claim": "show_trust_claim",
  "testimonials.claim": "show_trust_claim",
};
