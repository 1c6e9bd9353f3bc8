// Lazy chunk of the file library, loaded after hydration.
export { type CachedAccount, cacheAccount, claimDevice, emptyDevice } from "./database.ts";
export { findCachedAccount, onDeviceEmptied } from "./database.ts";
export { openLibrary } from "./open-library.ts";
