/** Loads what only shops with trackers need; rejects when it does not come. */
export const loadTracking = () => import("./tracking-code.ts");
