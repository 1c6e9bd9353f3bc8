// The library as one chunk, which pages load once they are hydrated.
export { type CachedAccount, cacheAccount, claimDevice, emptyDevice } from "./database.ts";
export { findCachedAccount, onDeviceEmptied } from "./database.ts";
export { openLibrary } from "./open-library.ts";
