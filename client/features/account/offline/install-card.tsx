import { useSyncExternalStore } from "react";
import { Button } from "../../../components/button.tsx";
import { offlineWords } from "../../../content/offline.ts";
import { isThisInstalled } from "../../../lib/installed-app.ts";
import { useSite } from "../../../lib/use-site.ts";
import { listenForInstallOffers, install, type InstallOffer } from "../../../pwa/install.ts";
import { Block } from "../block.tsx";

// The browser fires its install event once and early.
if (typeof window !== "undefined") listenForInstallOffers();

const words = offlineWords.install;
const read = () => install.read(isThisInstalled);
const readNone = (): InstallOffer => "none";

/** Offers to install the app where the browser can and it is not installed. */
export function InstallCard() {
  const offer = useSyncExternalStore(install.subscribe, read, readNone);
  const { brand } = useSite();
  if (offer === "none") return null;
  return (
    <Block heading={words.heading} className="print:hidden">
      <p className="mt-2 text-sm text-ink-2">{words.text}</p>
      {offer === "dialog" ? (
        <Button look="quiet" className="mt-4 w-full" onClick={() => void install.ask()}>
          {words.install(brand)}
        </Button>
      ) : (
        <details className="mt-2 text-sm">
          <summary className="flex min-h-11 items-center font-semibold underline decoration-2 underline-offset-4">
            {words.steps}
          </summary>
          <ol className="list-decimal space-y-1.5 pl-5 text-ink-2">
            {(offer === "steps-ios" ? words.ios : words.mac).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </details>
      )}
    </Block>
  );
}
