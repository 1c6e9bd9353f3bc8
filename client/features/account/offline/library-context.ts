import { createContext, use } from "react";
import type { Library, LibraryState } from "../../../pwa/library/state.ts";
import type { Platform, Printable, Printed } from "../../../pwa/print.ts";

/** What the account does with this device, once its code is here and the device was looked at. */
export type DeviceLibrary = {
  library: Library;
  state: LibraryState;
  platform: Platform;
  /** To be called in the press itself. */
  print: (file: Printable) => Promise<Printed>;
  /** Opens a file where a link would trap its reader; undefined where links do. */
  share: ((file: Printable) => Promise<Printed>) | undefined;
};

const Context = createContext<DeviceLibrary | undefined>(undefined);

export const LibraryProvider = Context.Provider;

/** The files on this device; undefined on a page that is not live yet, or cannot keep any. */
export function useDeviceLibrary(): DeviceLibrary | undefined {
  return use(Context);
}
