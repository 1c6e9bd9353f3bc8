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
  /** They are placeholders until the owner has real ones. */
  testimonials: boolean;
  trackers: Trackers;
  login: LoginProvider | null;
};

export type LoginProvider = { id: string; name: string };

/** `restart` counts down the same time at every visit; `until` ends at a fixed time. */
export type Countdown =
  { kind: "restart" } | { kind: "until"; endsAt: string } | { kind: "hidden" };

/** PostHog's two clouds. */
export const POSTHOG_HOSTS = ["https://us.i.posthog.com", "https://eu.i.posthog.com"] as const;
type PostHogHost = (typeof POSTHOG_HOSTS)[number];

export function posthogAssets(host: PostHogHost): string {
  return host.replace(".i.", "-assets.i.");
}

/** Services that receive purchases after consent. */
export type Trackers = {
  posthog: { key: string; host: PostHogHost } | null;
  metaPixelId: string | null;
  gtmId: string | null;
  pinterestTagId: string | null;
};
