/** The one client of the demo's provider: this shop. */
export type DemoClient = { clientId: string; clientSecret: string; redirectUri: string };

export type DemoIdentityOptions = {
  /** Its own address, such as `http://localhost:3000/demo/identity`. */
  issuer: string;
  client: DemoClient;
  /** Whom it stands for, as its pages call it ("Google"). */
  standsFor: string;
  now: () => Date;
};

/** Whoever signs in, as they say themselves. */
export type Person = { email: string; name: string; verified: boolean };
