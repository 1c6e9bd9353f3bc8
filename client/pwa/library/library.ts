// Lazy chunk of the file library, loaded after hydration.
export { claimDevice, emptyDevice, onDeviceEmptied } from "../../device/empty-device.ts";
export {
  cacheAccount,
  type CachedAccount,
  findCachedAccount,
} from "../../device/library-database.ts";
export { openLibrary } from "./open-library.ts";
