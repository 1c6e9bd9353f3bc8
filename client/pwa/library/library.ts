// What pages load of the library, as one file of the build and only once they are live.
export { type KeptAccount } from "./database.ts";
export { claimDevice, emptyDevice, onDeviceEmptied } from "./empty-device.ts";
export { findKeptAccount, keepAccount } from "./kept-account.ts";
export { openLibrary } from "./open-library.ts";
