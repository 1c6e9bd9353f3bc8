/** What public pages may know of the configuration. */
export type Site = {
  brand: string;
  publicUrl: string;
  supportEmail: string;
  /** The shop's page on a social network; null when there is none. */
  socialUrl: string | null;
  demo: boolean;
  countdown: Countdown;
  /** False hides the testimonials: they are placeholders until the owner has real ones. */
  testimonials: boolean;
  trackers: Trackers;
  /** The external login that is set up; null hides its button. */
  login: LoginProvider | null;
};

/** `id` is its name in addresses ("google"), `name` what people call it ("Google"). */
export type LoginProvider = { id: string; name: string };

/** `restart` counts down from the same time at every visit; `until` ends at a real date (ISO 8601). */
export type Countdown =
  { kind: "restart" } | { kind: "until"; endsAt: string } | { kind: "hidden" };

/** Ids of the services that may be told of a purchase, after consent; null is never loaded. */
export type Trackers = {
  posthogKey: string | null;
  metaPixelId: string | null;
  gtmId: string | null;
  pinterestTagId: string | null;
};
