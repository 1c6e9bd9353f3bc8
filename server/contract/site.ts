/** `demo` uses built-in stand-ins, `test` a provider's test key, `live` takes real money. */
export const MODES = ["demo", "test", "live"] as const;
export type Mode = (typeof MODES)[number];

export type Site = {
  brand: string;
  publicUrl: string;
  supportEmail: string;
  socialUrl: string | null;
  mode: Mode;
  countdown: Countdown;
  /** False hides the testimonials, which are placeholders until the owner has real ones. */
  testimonials: boolean;
  trackers: Trackers;
  /** The configured external login; null hides its button. */
  login: LoginProvider | null;
};

/** `id` is used in URLs ("google"), `name` is displayed ("Google"). */
export type LoginProvider = { id: string; name: string };

/** `restart` counts down the same time at every visit; `until` ends at a fixed time (ISO 8601). */
export type Countdown =
  { kind: "restart" } | { kind: "until"; endsAt: string } | { kind: "hidden" };

/** PostHog's two clouds; each project is in one of them. */
export const POSTHOG_HOSTS = ["https://us.i.posthog.com", "https://eu.i.posthog.com"] as const;
type PostHogHost = (typeof POSTHOG_HOSTS)[number];

/** Origin of a cloud's script. */
export function posthogAssets(host: PostHogHost): string {
  return host.replace(".i.", "-assets.i.");
}

/** Services that receive purchases after consent; null disables a service. */
export type Trackers = {
  posthog: { key: string; host: PostHogHost } | null;
  metaPixelId: string | null;
  gtmId: string | null;
  pinterestTagId: string | null;
};
