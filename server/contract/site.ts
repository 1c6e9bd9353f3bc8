/**
 * What payments are worth: `demo` has built-in stand-ins, `test` a provider's test key, `live` takes
 * real money.
 */
export const MODES = ["demo", "test", "live"] as const;
export type Mode = (typeof MODES)[number];

/** What public pages may know of the configuration. */
export type Site = {
  brand: string;
  publicUrl: string;
  supportEmail: string;
  /** The shop's page on a social network; null when there is none. */
  socialUrl: string | null;
  mode: Mode;
  countdown: Countdown;
  /** False hides the testimonials: they are placeholders until the owner has real ones. */
  testimonials: boolean;
  trackers: Trackers;
  /** The external login that is set up; null hides its button. */
  login: LoginProvider | null;
};

/** `id` is its name in URLs ("google"), `name` what people call it ("Google"). */
export type LoginProvider = { id: string; name: string };

/** `restart` counts down from the same time at every visit; `until` ends at a real date (ISO 8601). */
export type Countdown =
  { kind: "restart" } | { kind: "until"; endsAt: string } | { kind: "hidden" };

/** PostHog's two clouds; a project lives in one of them. */
export const POSTHOG_HOSTS = ["https://us.i.posthog.com", "https://eu.i.posthog.com"] as const;
type PostHogHost = (typeof POSTHOG_HOSTS)[number];

/** Where a cloud's script comes from. */
export function posthogAssets(host: PostHogHost): string {
  return host.replace(".i.", "-assets.i.");
}

/** The services that may be told of a purchase, after consent; null is never loaded. */
export type Trackers = {
  posthog: { key: string; host: PostHogHost } | null;
  metaPixelId: string | null;
  gtmId: string | null;
  pinterestTagId: string | null;
};
