import { defineMail, mailFrame } from "./define-mail.ts";
import type { MailFrame } from "./layout.tsx";

/** A mail for an administrator to check delivery and appearance. */
export const testMail = defineMail("test", {
  gather: (deps): MailFrame => mailFrame(deps),
  say: ({ brand, siteUrl }) => ({
    subject: `${brand}: a test mail`,
    preview: "It arrived, so the shop's mails leave.",
    title: "It arrived",
    blocks: [
      "You asked for this mail on the health page. It went the way that all mails of the shop go.",
      "Did it land in the inbox, and not among spam? Then buyers find theirs, too.",
      { button: "Back to the health page", url: `${siteUrl}/admin/health` },
    ],
  }),
});
