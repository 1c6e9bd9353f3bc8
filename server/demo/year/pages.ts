import { Hono } from "hono";
import { html } from "hono/html";
import { findPast } from "../../domain/public-reads.ts";
import type { Mailbox } from "../mailbox/mailbox.ts";
import { page } from "../page/layout.ts";
import { type PastShop, replacePast } from "./sample-year.ts";

const PATH = "/demo/shop";
const BANNER = { title: "Demo shop", text: "The data of this shop is made up." };

const STAYS = "Products, texts, settings and your sign-in stay as they are.";
/** Texts of the page's offer, by the current past of the shop. */
const OFFERS = {
  year: {
    title: "Start with an empty shop",
    text: "This deletes all orders, customers, discount codes, messages, mails and visits of the sample year, and also those that you have made in this demo.",
    later: "You can fill the shop with a sample year again at any time.",
    button: "Delete the sample data",
    done: { title: "Your shop is filled", text: "It has a year of sample orders until today." },
  },
  empty: {
    title: "Fill the shop with a sample year",
    text: "This adds a year of orders, customers, discount codes, messages and visits. Those that you have made in this demo are deleted.",
    later: "It takes a few seconds. You can start with an empty shop again at any time.",
    button: "Fill the shop",
    done: { title: "Your shop is empty", text: "It has no orders, customers, messages or visits." },
  },
} as const;

type PastPages = { shop: PastShop; mailbox: Pick<Mailbox, "clear"> };

/** Routes of the page that empties the demo or fills it with a sample year, mounted under /demo. */
export function pastPages({ shop, mailbox }: PastPages): Hono {
  const current = () => findPast(shop.db) ?? "empty";
  const app = new Hono();
  app.get("/shop", (c) => (c.req.query("done") === current() ? donePage() : questionPage()));
  app.post("/shop", async (c) => {
    if (c.req.header("Sec-Fetch-Site") === "cross-site") return c.redirect(PATH, 303);
    const wanted = (await c.req.parseBody())["past"];
    // A second click posts again, when the past has already been replaced.
    if ((wanted === "year" || wanted === "empty") && wanted !== current()) {
      replacePast(shop, wanted);
      await mailbox.clear();
    }
    return c.redirect(`${PATH}?done=${current()}`, 303);
  });
  return app;

  function questionPage(): Promise<Response> {
    const { title, text, later, button } = OFFERS[current()];
    const body = html`<main class="message">
      <h1>${title}</h1>
      <p>${text}</p>
      <p>${STAYS} ${later}</p>
      <form method="post" action="${PATH}">
        <input type="hidden" name="past" value="${current() === "year" ? "empty" : "year"}" />
        <p class="ways">
          <button class="button">${button}</button>
          <a class="button quiet" href="/">Back to the shop</a>
        </p>
      </form>
    </main>`;
    return page({ title, body, banner: BANNER });
  }

  function donePage(): Promise<Response> {
    const { title, text } = OFFERS[current()].done;
    const body = html`<main class="message">
      <h1>${title}</h1>
      <p>${text}</p>
      <form method="post" action="/demo/admin">
        <p class="ways">
          <button class="button">Open the admin</button>
          <a class="button quiet" href="/">Back to the shop</a>
        </p>
      </form>
    </main>`;
    return page({ title, body, banner: BANNER });
  }
}
