import type { Deps } from "../deps.ts";
import type { MailFrame } from "../emails/layout.tsx";

/** What every mail shows around its own words. */
export function mailFrame({ config }: Pick<Deps, "config">): MailFrame {
  const { publicUrl, site, mail } = config;
  return { brand: site.brand, siteUrl: publicUrl, supportEmail: mail.support };
}
