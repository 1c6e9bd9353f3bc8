import { expect, test } from "vitest";
import type { RenderedMail } from "../../server/mails/layout.tsx";
import { linksIn, seenIn } from "./mail.ts";
import { FRAME } from "./sample-mails.ts";

const SUPPORT = `mailto:${FRAME.supportEmail}`;

export type Said = {
  name: string;
  mail: () => Promise<RenderedMail>;
  subject: string;
  replyTo?: string;
  /** Texts expected in both the text and the HTML part; `|` separates several on one line. */
  says: string[];
  /** Pattern that neither part may contain. */
  never?: RegExp;
  /** Expected links in the HTML part, besides those to the shop and its support. */
  links?: string[];
};

/** Tests subject, texts and links of mails, in both formats. */
export function testSaid(said: Said[]): void {
  test.each(said)("$name", async ({ mail, subject, replyTo, says, never = /$^/, links }) => {
    const rendered = await mail();
    expect([rendered.subject, rendered.replyTo]).toEqual([subject, replyTo]);
    for (const body of [rendered.text, seenIn(rendered.html)]) {
      for (const part of says.join(" | ").split(" | ")) expect(body).toContain(part);
    }
    for (const body of [rendered.text, rendered.html]) expect(body).not.toMatch(never);
    if (!links) return;
    const hrefs = [...linksIn(rendered.html)].map((href) => href.replaceAll("&amp;", "&"));
    // Mails to the owner do not name the support.
    const support = rendered.text.includes(FRAME.supportEmail) ? [SUPPORT] : [];
    expect(new Set(hrefs)).toEqual(new Set([FRAME.siteUrl, ...support, ...links]));
    for (const url of links) expect(rendered.text).toContain(url);
  });
}
