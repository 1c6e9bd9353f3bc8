import { POSTHOG_HOSTS } from "../contract/site.ts";

/** Settings of the shop that the environment sets, by property of the table `settings`. */
export type EnvironmentSettings = {
  brand?: string;
  supportEmail?: string;
  socialUrl?: string;
  countdown?: "restart" | "off" | "until";
  countdownUntil?: Date | null;
  showTestimonials?: boolean;
  quoteContactMessage?: boolean;
  posthogKey?: string;
  posthogRegion?: "us" | "eu";
  metaPixelId?: string;
  gtmId?: string;
  pinterestTagId?: string;
};

const READERS: Record<string, (value: string) => EnvironmentSettings> = {
  BRAND: (brand) => ({ brand: brand.replaceAll(/\s+/g, " ").trim() }),
  SUPPORT_EMAIL: (supportEmail) => ({ supportEmail }),
  SOCIAL_URL: (socialUrl) => ({ socialUrl }),
  COUNTDOWN: (countdown) =>
    countdown === "restart" || countdown === "off"
      ? { countdown, countdownUntil: null }
      : { countdown: "until", countdownUntil: new Date(countdown) },
  TESTIMONIALS: (shown) => ({ showTestimonials: shown === "on" }),
  CONTACT_QUOTE: (quoted) => ({ quoteContactMessage: quoted === "on" }),
  POSTHOG_KEY: (posthogKey) => ({ posthogKey }),
  POSTHOG_HOST: (host) => ({ posthogRegion: host === POSTHOG_HOSTS[1] ? "eu" : "us" }),
  META_PIXEL_ID: (metaPixelId) => ({ metaPixelId }),
  GTM_ID: (gtmId) => ({ gtmId }),
  PINTEREST_TAG_ID: (pinterestTagId) => ({ pinterestTagId }),
};

/** Returns the settings in valid environment variables; omits those whose variable is missing. */
export function settingsOf(env: Record<string, string | undefined>): EnvironmentSettings {
  const settings: EnvironmentSettings = {};
  for (const [name, read] of Object.entries(READERS)) {
    const value = env[name];
    if (value !== undefined) Object.assign(settings, read(value));
  }
  return settings;
}
