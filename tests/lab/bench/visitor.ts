import { openBrowser } from "../../support/browser.ts";
import { openDataDir } from "../../support/create-test-app.ts";
import { buy, local, readDetail } from "../../support/shop.ts";
import { signedIn } from "../../support/sign-in.ts";

export type Visitor = Awaited<ReturnType<typeof sendVisitor>>;

/** A visitor who bought the first product over this data folder and signed in. */
export async function sendVisitor(dataDir: string) {
  const shop = await openDataDir(dataDir);
  try {
    const email = "visitor@example.com";
    const browser = openBrowser(shop, { "X-Forwarded-For": "81.9.9.9" });
    const sessionId = await buy(shop, browser, { products: [1], email });
    const [links] = (await readDetail(browser, sessionId)).products;
    const buyerCookie = browser.cookie();
    const { cookie } = await signedIn(shop, email, browser);
    const [fileLink, zipLink] = [local(links?.fileUrl), local(links?.downloadUrl)];
    return {
      email,
      /** Of the browser that bought, without and with its session. */
      buyerCookie,
      cookie: cookie(),
      sessionId,
      /** Paths on the store: the first file, the ZIP of all, and the same with a signed link. */
      file: pathOf(fileLink),
      zip: pathOf(zipLink),
      fileLink,
      zipLink,
    };
  } finally {
    shop.close();
  }
}

const pathOf = (link: string) => link.replace(/[?].*/, "");
