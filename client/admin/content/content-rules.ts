import { type CatalogueText, listPictures, listTexts } from "../../content/text-catalogue.ts";
import { TEXT_PLACES, type TextGroup, type TextPlace } from "../../content/text-places.ts";
import type { Section } from "../../../server/contract/section-order.ts";
import { foldText } from "../data/local-table.ts";

export type ShownText = CatalogueText & { label: string };

/** Text group with the title of its place, such as "Landing page". */
export type ShownGroup = TextGroup & { place: string };

const GROUPS: readonly ShownGroup[] = TEXT_PLACES.flatMap(({ title, groups }) =>
  groups.map((group) => ({ ...group, place: title })),
);

const listed = new Map<object | undefined, readonly ShownText[]>();

/**
 * Returns all texts and pictures of the catalogue, each with a readable label. `neutral` has other
 * defaults, by name; it must be the same object at each call.
 */
export function shownTexts(neutral?: Readonly<Record<string, string>>): readonly ShownText[] {
  const known = listed.get(neutral);
  if (known) return known;
  const texts = listTexts(neutral).map((text, _, all) => {
    const names = all.filter(({ group }) => group === text.group).map(({ name }) => name);
    return { ...text, label: labelOf(text.name, names) };
  });
  const pictures = listPictures().map((text) => ({ ...text, label: text.default }));
  const all = [...texts, ...pictures];
  listed.set(neutral, all);
  return all;
}

/**
 * Label of a text: a fixed one, or its name in words, without the prefix that its group shares. The
 * first part of the name is left out if the label stays unique.
 */
export function labelOf(name: string, names: readonly string[]): string {
  const fixed = TEXT_LABELS[name];
  if (fixed !== undefined) return fixed;
  const parts = name.split(".");
  const isShared = (at: number) =>
    names.every((other) => other.split(".")[at] === parts[at] && at < other.split(".").length - 1);
  const withoutFirstPart = (other: string) => other.slice(other.indexOf(".") + 1);
  const isUnique = !names.some(
    (other) => other !== name && withoutFirstPart(other) === withoutFirstPart(name),
  );
  const start = Math.max(
    parts.findIndex((_, at) => !isShared(at)),
    isUnique && parts.length > 1 && !/^\d+$/.test(parts[1] ?? "") ? 1 : 0,
  );
  const words = parts
    .slice(start)
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : spaced(part)));
  const text = words.join(" · ").replaceAll(/ · (\d+)/g, " $1");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "reasonsHeading" becomes "reasons heading". */
function spaced(part: string): string {
  return part.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Returns the texts that have every typed word in their value, default, name, label or place. */
export function searchTexts(
  texts: readonly ShownText[],
  typed: string,
  valueOf: (name: string) => string | undefined,
): ShownText[] {
  const wanted = foldText(typed).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  return texts.filter((text) => {
    const { name, place, group, label } = text;
    const all = [valueOf(name) ?? "", text.default, name, place, group, label].join(" ");
    const folded = foldText(all);
    return wanted.every((word) => folded.includes(word));
  });
}

/** Returns the group with this title, or the first group if there is none. */
export function groupOf(title: string | undefined): ShownGroup {
  const [first] = GROUPS;
  return GROUPS.find((group) => group.title === title) ?? first!;
}

/** Returns all places; groups of the landing page's sections are in the order of the sections. */
export function placesInOrder(sections: readonly Section[]): TextPlace[] {
  const rankOf = ({ section }: TextGroup) =>
    section === undefined ? sections.length : sections.findIndex(({ name }) => name === section);
  return TEXT_PLACES.map((place) => ({
    ...place,
    groups: place.groups.toSorted((one, other) => rankOf(one) - rankOf(other)),
  }));
}

/** Returns the texts of a group among all texts. */
export function textsOf(
  { place, title }: ShownGroup,
  all: readonly ShownText[] = shownTexts(),
): ShownText[] {
  return all.filter((text) => text.place === place && text.group === title);
}

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
