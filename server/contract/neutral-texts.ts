/**
 * Texts of pages that take the place of defaults which describe the demo's products, by name: used
 * in shops with products of their own, until the owner replaces them.
 */
export const NEUTRAL_TEXTS: Readonly<Record<string, string>> = {
  "landing.title": "Printables to Download and Print",
  "landing.pricing.intro":
    "Pay once, print as often as you like. The files are in your inbox minutes later.",
  "landing.pricing.introWithSubscription":
    "Print as often as you like. The files are in your inbox minutes later.",
  "story.hero.headline": "Printables to download and print at home",
  "story.hero.subline":
    "Choose what you like and print it as often as you want. The files are in your inbox minutes after you pay.",
  "story.hero.trust.2": "Print at home",
  "story.howItWorks.steps.1.text": "Any home printer will do. Print as many copies as you need.",
  "story.howItWorks.steps.2.name": "Enjoy",
  "story.howItWorks.steps.2.text": "Run out, or lost a page? Print it again.",
  "story.closing.heading": "Print your first page today",
  "story.closing.text": "The files are in your inbox minutes after you pay.",
  "faq.heading": "Questions and answers",
  "sharing.description":
    "Printables to download and print at home. The files arrive by email minutes after you pay.",
  "sharing.pictureText": "Printables by {brand}",
  "funnel.upsell.value": "List price",
  "funnel.upsell2.value": "List price",
  "funnel.downsell.value": "List price",
  "funnel.downsell.heading": "Or maybe the {name}?",
  "funnel.inside": "Some of the pages",
  "cancel.help.0": "What you chose is still here",
  "cancel.help.1": "Instant PDF download",
  "account.lead": "Open your files and manage your account",
  "account.history.emptyText": "You haven't bought anything yet. Have a look around the shop!",
  "account.history.browse": "Go to the shop",
  "account.history.printTip": "Print at 100 % (“actual size”), so that all sizes are right.",
  "login.lead": "Sign in to open your orders and files",
  "contact.intro":
    "A file that doesn't open, or a question before you buy: write to us. A real person reads every message.",
};
