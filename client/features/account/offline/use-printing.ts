import type { MouseEvent } from "react";
import { offlineWords } from "../../../content/offline.ts";
import type { Printable, Printed } from "../../../pwa/print.ts";
import { useConnection } from "./connection.tsx";
import { useDeviceLibrary } from "./library-context.ts";

/** Printing and opening as this platform does it; what the reader has to do then is said. */
export function usePrinting() {
  const device = useDeviceLibrary();
  const { say } = useConnection();
  const tell = (printed: Printed) => {
    say(printed === "done" ? "" : offlineWords.printed[printed]);
  };
  return {
    print: (file: Printable) => void device?.print(file).then(tell),
    /** For the click on a link to a file: links that would trap the reader share it instead. */
    open(event: MouseEvent, file: Printable): void {
      if (!device?.share) return;
      event.preventDefault();
      void device.share(file).then(tell);
    },
  };
}
