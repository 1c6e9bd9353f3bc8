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
  /** Whether to show testimonials. The built-in ones are placeholders. */
  testimonials: boolean;
  trackers: Trackers;
  /** The owner's texts by name, as defined by `defineWords`. */
  texts: Readonly<Record<string, string>>;
  login: LoginProvider | null;
};

export type LoginProvider = { id: string; name: string };

/** `restart` starts the countdown again at every visit; `until` ends at a fixed time. */
export type Countdown =
  { kind: "restart" } | { kind: "until"; endsAt: string } | { kind: "hidden" };

/** Hosts of PostHog's US and EU clouds. */
export const POSTHOG_HOSTS = ["https://us.i.posthog.com", "https://eu.i.posthog.com"] as const;
type PostHogHost = (typeof POSTHOG_HOSTS)[number];

export function posthogAssets(host: PostHogHost): string {
  return host.replace(".i.", "-assets.i.");
}

/** Tracking services that receive purchase events after consent; null when not configured. */
export type Trackers = {
  posthog: { key: string; host: PostHogHost } | null;
  metaPixelId: string | null;
  gtmId: string | null;
  pinterestTagId: string | null;
};
