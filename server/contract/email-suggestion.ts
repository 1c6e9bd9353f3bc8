/** Mail domains to suggest, most common first; on a tie the first wins. */
export const MAIL_DOMAINS: readonly string[] = (
  "gmail.com yahoo.com hotmail.com outlook.com icloud.com googlemail.com aol.com comcast.net " +
  "live.com msn.com me.com mac.com att.net verizon.net sbcglobal.net bellsouth.net cox.net " +
  "earthlink.net optonline.net ymail.com rocketmail.com mail.com fastmail.com protonmail.com " +
  "proton.me hotmail.co.uk yahoo.co.uk btinternet.com live.co.uk sky.com bigpond.com " +
  "optusnet.com.au yahoo.com.au xtra.co.nz yahoo.ca hotmail.ca sympatico.ca shaw.ca " +
  "gmx.de web.de t-online.de freenet.de gmx.net gmx.at gmx.ch bluewin.ch yahoo.de hotmail.de " +
  "outlook.de libero.it virgilio.it tiscali.it alice.it yahoo.it hotmail.it outlook.it " +
  "orange.fr free.fr wanadoo.fr laposte.net sfr.fr yahoo.fr hotmail.fr outlook.fr " +
  "hotmail.es yahoo.es outlook.es yahoo.com.br hotmail.com.br"
).split(" ");

/** Real domains that look like typos. */
const LOOKALIKES = new Set(
  (
    "gail.com grail.com gemail.com y7mail.com prontomail.com earthling.net libro.it libera.it " +
    "liberto.it alive.it photon.me"
  ).split(" "),
);

/** Real endings that are one typo away from "com" or "net". */
const REAL_ENDINGS = new Set("cam mom bet new next pet vet".split(" "));
/** Country domains that mean "com" or "net" after a mail provider's name. */
const CUT_ENDINGS = new Set("co cm om ne et".split(" "));
/** "de", "fr", "it", "uk" and "br" with swapped letters: not country domains. */
const NO_COUNTRIES = new Set("ed rf ti ku rb".split(" "));

/** Minimum name lengths for one and two typos. Shorter names resemble too many others. */
const ONE_SLIP_LENGTH = 5;
const TWO_SLIPS_LENGTH = 9;

const LOCAL_PART = /^[^\s@,;:<>()[\]\\"]{1,64}$/;
const MAX_DOMAIN_LENGTH = 60;

/**
 * Suggests "anna@gmail.com" for "anna@gmial.com". Libraries suggest corrections too often.
 */
export function suggestEmail(email: string): string | undefined {
  const text = email.trim();
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0));
  const typed = text.slice(at + 1).toLowerCase();
  if (!LOCAL_PART.test(local) || typed.length > MAX_DOMAIN_LENGTH) return undefined;
  const domain = typed.replaceAll(/[\s,;.]+/g, ".").replaceAll(/^\.|\.$/g, "");
  const meant = MAIL_DOMAINS.includes(domain) ? domain : nearestDomain(domain);
  return meant && meant !== typed ? `${local}@${meant}` : undefined;
}

function nearestDomain(domain: string): string | undefined {
  if (LOOKALIKES.has(domain)) return undefined;
  let nearest: string | undefined;
  let fewest = Infinity;
  for (const known of MAIL_DOMAINS) {
    const slips = slipsFrom(known, domain);
    if (slips < fewest) [nearest, fewest] = [known, slips];
  }
  return nearest;
}

function slipsFrom(known: string, domain: string): number {
  const [name, ending] = cut(known);
  const [typedName, typedEnding] = cut(domain);
  const most = Number(name.length >= ONE_SLIP_LENGTH) + Number(name.length >= TWO_SLIPS_LENGTH);
  const joined = [known, domain].map((text) => text.replaceAll(".", "")) as [string, string];
  // Only the dots are wrong: "gmailcom", "yahooco.uk".
  if (joined[0] === joined[1] && (most > 0 || !typedEnding)) return 1;
  if (!typedEnding) return most > 0 && distance(...joined) === 1 ? 2 : Infinity;

  const inName = distance(name, typedName);
  if (inName > most || !startsAlike(name, typedName)) return Infinity;
  if (typedEnding === ending) return inName;
  if (isDoubled(typedEnding, ending)) return inName + 1;
  const isCut = most > 0 && inName === 0 && CUT_ENDINGS.has(typedEnding);
  const isOther = isRealEnding(typedEnding) && lastOf(typedEnding) !== lastOf(ending);
  if (distance(ending, typedEnding) > 1 || (isOther && !isCut)) return Infinity;
  return inName + 1;
}

function isRealEnding(ending: string): boolean {
  const last = lastOf(ending);
  return REAL_ENDINGS.has(last) || (last.length === 2 && !NO_COUNTRIES.has(last));
}

function lastOf(ending: string): string {
  return ending.slice(ending.lastIndexOf(".") + 1);
}

function cut(domain: string): [name: string, ending: string] {
  const dot = domain.indexOf(".");
  return dot < 0 ? [domain, ""] : [domain.slice(0, dot), domain.slice(dot + 1)];
}

/** Whether the first letters match or are swapped. Typos there are rare; "ymail" is not "gmail". */
function startsAlike(name: string, typed: string): boolean {
  return name[0] === typed[0] || (name[0] === typed[1] && name[1] === typed[0]);
}

function isDoubled(typed: string, ending: string): boolean {
  return typed === `${ending}.${ending}` || typed === ending + ending;
}

function distance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let i = 1; i <= from.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      const swapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      rows[i]![j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (same ? 0 : 1),
        swapped ? at(i - 2, j - 2) + 1 : Infinity,
      );
    }
  }
  return at(from.length, to.length);
}
