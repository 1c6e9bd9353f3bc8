// Lazy chunk of the file library, loaded after hydration.
export {
  type CachedAccount,
  cacheAccount,
  claimDevice,
  emptyDevice,
} from "../../device/library-database.ts";
export { findCachedAccount, onDeviceEmptied } from "../../device/library-database.ts";
export { openLibrary } from "./open-library.ts";
