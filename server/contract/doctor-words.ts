import { countOf, formatSpan } from "./format.ts";
import type { Mode } from "./site.ts";

export type Words = { text: string; todo: string | null };

export const message = (text: string, todo: string | null = null): Words => ({ text, todo });

export const MODES: Record<Mode, string> = {
  demo: "This is the demo: no real payments.",
  test: "A test key: no real payments.",
  live: "A live key: real payments.",
};
export const NEW_KEY =
  "Copy the key from the provider's dashboard into STRIPE_SECRET_KEY and restart the store.";
const TRY_LATER = "Try again in a few minutes, and look at the provider's status page.";
const SET_UP_ENDPOINT =
  "Create it in the provider's dashboard with the events that docs/configuration.md names, and set STRIPE_WEBHOOK_SECRET to its signing secret.";

export const SET_CLOCK =
  "Synchronize this machine's clock by the network (timedatectl set-ntp true).";
const clockText = ({ aheadMs }: { aheadMs: number }) =>
  `This machine's clock is ${formatSpan(Math.abs(aheadMs))} ${aheadMs > 0 ? "ahead of" : "behind"} the payment provider's`;

export const DOCTOR_WORDS = {
  "clock.unknown": () =>
    message(
      "This machine's clock hasn't been compared with the payment provider's yet.",
      "The store asks every minute. If this doesn't change, look at “Payment provider”.",
    ),
  "clock.ok": ({ ms }: { ms: number }) =>
    message(`The clock is correct (compared with the payment provider's ${formatSpan(ms)} ago).`),
  "clock.off": (v: { aheadMs: number }) =>
    message(`${clockText(v)}. From five minutes on, webhooks are refused.`, SET_CLOCK),
  "clock.wrong": (v: { aheadMs: number }) =>
    message(
      `${clockText(v)}: ${v.aheadMs > 0 ? "every webhook is refused, and codes and links expire too early" : "codes and links expire too late, and events get wrong times"}.`,
      SET_CLOCK,
    ),

  "key.refused": () => message("The provider refuses the secret key.", NEW_KEY),
  "key.silent": () => message("The provider didn't answer.", TRY_LATER),
  "key.ok": () => message("The provider accepts it."),
  "consent.refused": ({ said }: { said: string }) =>
    message(
      `The payment page asks for less consent than you set. Stripe said: ${said}`,
      "Add a link to your terms in your Stripe account, or change the settings.",
    ),
  "mode.ok": ({ mode }: { mode: Mode }) => message(MODES[mode]),
  "mode.wrong": ({ mode, isLive }: { mode: Mode; isLive: boolean }) =>
    message(
      `The settings say “${MODES[mode]}”, but the provider makes ${isLive ? "real payments" : "no real payments"}.`,
      "Copy the key of the right mode from the provider's dashboard into STRIPE_SECRET_KEY.",
    ),
  "list.ok": ({ what }: { what: string }) => message(`${what} can be listed.`),
  "list.failed": ({ what }: { what: string }) => message(`${what} couldn't be listed.`, TRY_LATER),
  "list.forbidden": ({ what }: { what: string }) =>
    message(
      `The key may not list ${what.toLowerCase()}: events missed by the webhook can't be found.`,
      "Give the restricted key the right to read them in the provider's dashboard, or use a secret key.",
    ),
  "codes.forbidden": () =>
    message(
      "The key may not read discount codes and products: codes can't be created or used.",
      "Give the restricted key the right to write coupons, promotion codes and products in the provider's dashboard, or use a secret key.",
    ),
  "endpoint.unlisted": () => message("The provider's endpoints couldn't be listed."),
  "endpoint.forbidden": ({ url }: { url: string }) =>
    message(
      "The key may not list endpoints.",
      `Check in the provider's dashboard that ${url} is enabled.`,
    ),
  "endpoint.missing": ({ url }: { url: string }) =>
    message(`The provider has no endpoint ${url}: no webhooks arrive.`, SET_UP_ENDPOINT),
  "endpoint.disabled": ({ url }: { url: string }) =>
    message(`The endpoint ${url} is disabled.`, "Enable it in the provider's dashboard."),
  "endpoint.lacks": ({ url, types }: { url: string; types: string }) =>
    message(
      `The endpoint ${url} doesn't send ${types}.`,
      "Add them in the provider's dashboard; meanwhile they are fetched every five minutes.",
    ),
  "endpoint.no_secret": ({ url }: { url: string }) =>
    message(`The endpoint ${url} is enabled, and no secret is set here.`, SET_UP_ENDPOINT),
  "endpoint.ok": ({ url }: { url: string }) =>
    message(`${url} is enabled and sends every event that the shop needs.`),
  "address.ok": ({ url }: { url: string }) => message(`${url} leads to this shop.`),
  "address.other": ({ url }: { url: string }) =>
    message(
      `Another server answers at ${url}.`,
      "Check PUBLIC_URL, DNS and the proxy: webhooks and buyers go there.",
    ),
  "address.unreached": ({ url }: { url: string }) =>
    message(
      `${url} wasn't reached from this machine.`,
      "Open it from elsewhere. If it opens there, all is well: some networks don't let a machine reach itself by its public address.",
    ),
  "address.no_store": ({ url }: { url: string }) =>
    message(
      `Nothing answered at ${url}: no store is running, or this network doesn't let a machine reach itself.`,
    ),
  "missed.partly": () =>
    message(
      "Not all of them could be fetched.",
      `${TRY_LATER} The store tries every five minutes.`,
    ),
  "missed.fetched": ({ count }: { count: number }) =>
    message(
      count === 0
        ? "Nothing was missed."
        : `${countOf(count, "event")} ${count === 1 ? "was" : "were"} fetched and will be handled now.`,
    ),
  "mail_server.ok": () => message("It answers and accepts the shop's login."),
  "mail_server.unusable": ({ said }: { said: string }) =>
    message(`It can't be used: “${said}”.`, "Check SMTP_URL and that server."),

  "settings.ok": () => message("All settings are valid."),
  "settings.bad": ({ problem }: { problem: string }) =>
    message(`${problem}.`, "Set it, then run the check again."),
  "data.ok": ({ dataDir }: { dataDir: string }) =>
    message(`${dataDir} can be written, and only its own user can read it.`),
  "data.absent": ({ dataDir }: { dataDir: string }) =>
    message(`${dataDir} doesn't exist: the first start creates it.`),
  "data.unwritable": ({ dataDir }: { dataDir: string }) =>
    message(
      `This user can't write to ${dataDir}.`,
      "Change its owner to the user of the store, or run this command as that user.",
    ),
  "data.no_secret": ({ path }: { path: string }) =>
    message(
      `${path} is missing, and APP_SECRET isn't set: all links that were sent would stop working.`,
      "Copy it from a backup, or set APP_SECRET to its value.",
    ),
  "data.readable": ({ paths }: { paths: string }) =>
    message(
      `Other users of this machine can read ${paths}.`,
      "The next start changes this; or run chmod 600 on them now.",
    ),
  "data.other_mode": (v: { dataDir: string; holds: string; setting: string; given: string }) =>
    message(
      `${v.dataDir} holds the data of ${v.holds}, and the settings are those of ${v.given}.`,
      `Start it with ${v.setting}, or set DATA_DIR to another folder.`,
    ),
  "integrity.none": () => message("There is no database to check."),
  "integrity.ok": () => message("SQLite reports no errors."),
  "integrity.damaged": ({ fault }: { fault: string }) =>
    message(
      `It is damaged: ${fault}.`,
      "Stop the store, keep a copy of the folder, and restore the newest backup.",
    ),
  "schema.newer": ({ schema, known }: { schema: number; known: number }) =>
    message(
      `The database has schema ${schema}, this program knows ${known}.`,
      "Start the newer program, or restore a backup made by this one.",
    ),
  "schema.foreign": ({ foreign }: { foreign: string }) =>
    message(
      `The database's schema was changed by another program: ${foreign}.`,
      "Find out who changed it and why, and restore an earlier backup.",
    ),
  "schema.ok": ({ schema, known }: { schema: number; known: number }) =>
    message(
      schema === known
        ? `The database has schema ${schema}, like this program.`
        : `The database has schema ${schema}; the next start copies it and migrates it to ${known}.`,
    ),
} satisfies Record<string, (values: never) => Words>;
