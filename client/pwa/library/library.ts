// The library as one chunk, which pages load once they are hydrated.
export { type CachedAccount, cacheAccount, findCachedAccount } from "./database.ts";
export { claimDevice, emptyDevice, onDeviceEmptied } from "./device-owner.ts";
export { openLibrary } from "./open-library.ts";
