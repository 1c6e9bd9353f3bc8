/** What public pages may know of the configuration. */
export type Site = {
  brand: string;
  publicUrl: string;
  supportEmail: string;
  demo: boolean;
};
