/** Errors of the owner's texts, pages and settings. */
export const contentRefusals = {
  slugServed: (slug: string, page: string) =>
    `Path can't be “${slug}”, because the shop uses /${slug} for ${page}. Please choose another path.`,
  legalSlug: (slug: string) => `Path can't be changed: the shop links to /${slug}.`,
  legalPage: "The shop needs this page by law, so it can't be deleted. You can change its text.",
  placeholder: (title: string, unknown: string, known: readonly string[]) =>
    `${title} contains ${unknown}, which the shop can’t fill in. You can use ${known.join(", ")}.`,
  placeholdersMissing: (missing: readonly string[]) =>
    `The text needs ${missing.join(", ")}, which the shop fills in.`,
  oneLine: "This text must be a single line.",
  textUnknown: (name: string) =>
    `The shop has no text named “${name}”. The Content screen lists all texts.`,
  pictureInvalid: "Pictures can’t be entered here. Please choose one on the Content screen.",
  altMissing: "The picture needs a description for visitors who can't see it.",
  noShopPicture: (path: string) =>
    `“${path}” isn't a picture of this shop. Please upload it here: pictures of other sites aren't shown.`,
  previewUnknown: "There is no preview of this page or mail.",
  textTooLong: (most: number) => `This text has more than ${most} characters.`,
  referenceTooLong: (most: number) =>
    `The address and the title of a link reference (“[name]: address”) can have at most ${most} characters each.`,
  tooManyHeadings: (most: number) =>
    `The text has more than ${most} headings of the highest level. Please split it into several pages.`,
  htmlTooLong: "This text makes the page too large. Please use less formatting and fewer links.",
  oneSettingsRow: "Settings can’t be added or deleted, only changed.",
  section: {
    unknown: (name: string) => `The landing page has no section “${name}”.`,
    repeated: (name: string) => `The section “${name}” is listed twice.`,
  },
  noSections: "The landing page needs at least one section. Please show another one first.",
  offerTwice: "This product is the first offer already. Choose another product, or none.",
  countdownEnd: "“Countdown ends at” is required. Enter it, or choose another countdown.",
} as const;
