import { eq } from "drizzle-orm";
import { passkeyChanges } from "../../db/passkey-schema.ts";
import { formatMoment } from "../contract/format.ts";
import { defineMail, mailFrame } from "./define-mail.ts";

/** Notifies an administrator of an added or removed passkey. */
export const passkeyChanged = defineMail("passkey_changed", {
  toOwner: true,
  gather(deps, { changeId }) {
    const isThis = eq(passkeyChanges.id, changeId);
    const row = deps.db.select().from(passkeyChanges).where(isThis).get();
    if (!row) return undefined;
    const { email, name, change, createdAt: at } = row;
    return { ...mailFrame(deps), email, name, change, at };
  },
  compose({ brand, siteUrl, timeZone, email, name, change, at }) {
    const title = change === "added" ? "A passkey was added" : "A passkey was removed";
    return {
      subject: `${brand}: ${title.toLowerCase()}`,
      preview: `“${name}”, on ${formatMoment(at, timeZone)}.`,
      title,
      blocks: [
        `The passkey “${name}” of ${email} was ${change} on ${formatMoment(at, timeZone)}.`,
        "If that was you, there's nothing to do.",
        `If it wasn't, somebody else may be in the admin. Run “papercub admin link ${email}” on the server and open the link it prints. Then remove the passkeys you don't know, and click “Sign out everywhere” in your account.`,
        { button: "Open your passkeys", url: `${siteUrl}/admin/passkeys` },
      ],
      foot: "You get this mail because you are an administrator of the shop.",
    };
  },
});

/** Notifies the former support address that another one has replaced it. */
export const supportChanged = defineMail("support_changed", {
  toOwner: true,
  gather(deps, { newAddress }) {
    // The environment sets the address, so the setting has no effect.
    if (deps.config.settings.supportEmail !== undefined) return undefined;
    return { ...mailFrame(deps), newAddress };
  },
  compose: ({ brand, siteUrl, newAddress }) => ({
    subject: `${brand}: the support email was changed`,
    preview: "Notices and customers' replies no longer come to this address.",
    title: "The support email was changed",
    blocks: [
      newAddress === ""
        ? "This address is no longer the support email of the shop."
        : `The support email of the shop is now ${newAddress}.`,
      "The shop's notices and customers' replies no longer come to this address. If you didn't change it, somebody else may be in the admin.",
      { button: "Open the settings", url: `${siteUrl}/admin/settings` },
    ],
    foot: "You get this mail once, because this was the support email of the shop.",
  }),
});
