/** What the admin says of the device that it runs on; all ours, the spec is silent on it. */
export const offlineWords = {
  asOf: (time: string) => `As of ${time} · offline`,
  private: "Personal details are not kept on this device.",
  notKept:
    "You are offline, and this was not opened on this device before. Tables that were opened here can be read, and come back by themselves when you are online.",
  /** In the place of a value. */
  absent: "not kept here",
  absentFields: (titles: string) =>
    `Not kept on this device, and left as they are: ${titles}. They can be edited when you are online.`,
} as const;
