import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAIL_DOMAINS, suggestEmail } from "../../../server/contract/email-suggestion.ts";

describe("a sound address is left alone:", () => {
  test.each(MAIL_DOMAINS)("%s, which is on the list", (domain) => {
    expect(suggestEmail(`anna@${domain}`)).toBeUndefined();
    expect(suggestEmail(`anna@${domain.toUpperCase()}`)).toBeUndefined();
  });

  test.each([
    // Other providers, close to one on the list.
    "email.com",
    "y7mail.com",
    "hey.com",
    "pm.me",
    "gmx.com",
    "list.ru",
    "tin.it",
    "prontomail.com",
    "zoho.com",
    "qq.com",
    // The same provider in another country.
    "hotmail.se",
    "hotmail.be",
    "yahoo.se",
    "yahoo.com.ar",
    "yahoo.co.nz",
    "outlook.at",
    "gmail.fr",
    "live.nl",
    "fastmail.fm",
    "comcast.com",
    // Schools, firms and private domains.
    "school.edu",
    "gmal.example.org",
    "gmail.example.org",
    "mail.gmail.school.edu",
    "example.com",
    "mask.io",
    "anything.tv",
    "grail.com",
    "libera.it",
    "photon.me",
    "gmail.cam",
    "podcast.net",
    "cloud.com",
    "xn--mller-kva.de",
    // Short names resemble too many others.
    "aal.com",
    "ms.com",
    "gmy.de",
    "wed.de",
    "frei.fr",
    "mail.co",
  ])("%s", (domain) => {
    expect(suggestEmail(`anna@${domain}`)).toBeUndefined();
  });

  test.each([
    "",
    "anna",
    "gmial.com",
    "@gmial.com",
    "anna@",
    "anna@@gmial.com",
    "anna@bell@gmial.com",
    "anna bell@gmial.com",
    "anna@gmail.com, ben@gmial.com",
    "Anna <anna@gmial.com>",
    `anna@${"g".repeat(5000)}mail.com`,
    `${"a".repeat(65)}@gmial.com`,
  ])("%j, which is no address", (text) => {
    expect(suggestEmail(text)).toBeUndefined();
  });
});

describe("a slip is noticed:", () => {
  test.each([
    // One letter added, dropped, changed or swapped.
    ["gmial.com", "gmail.com"],
    ["gmal.com", "gmail.com"],
    ["gmai.com", "gmail.com"],
    ["gnail.com", "gmail.com"],
    ["gmaill.com", "gmail.com"],
    ["mgail.com", "gmail.com"],
    ["yaho.com", "yahoo.com"],
    ["yahooo.com", "yahoo.com"],
    ["hotmial.com", "hotmail.com"],
    ["homail.com", "hotmail.com"],
    ["outlok.com", "outlook.com"],
    ["outllok.com", "outlook.com"],
    ["iclod.com", "icloud.com"],
    ["iclould.com", "icloud.com"],
    ["comcat.net", "comcast.net"],
    ["verzion.net", "verizon.net"],
    ["t-onlin.de", "t-online.de"],
    ["lbero.it", "libero.it"],
    ["orage.fr", "orange.fr"],
    ["wandoo.fr", "wanadoo.fr"],
    ["hotmial.fr", "hotmail.fr"],
    ["yaho.co.uk", "yahoo.co.uk"],
    // Two of them in a long name.
    ["protonmial.com", "protonmail.com"],
    ["sbcgloabl.net", "sbcglobal.net"],
    ["btinernt.com", "btinternet.com"],
    // Wrong, cut and doubled endings.
    ["gmail.con", "gmail.com"],
    ["gmail.cmo", "gmail.com"],
    ["gmail.comm", "gmail.com"],
    ["gmail.vom", "gmail.com"],
    ["gmail.co", "gmail.com"],
    ["hotmail.cm", "hotmail.com"],
    ["gmail.com.com", "gmail.com"],
    ["gmail.comcom", "gmail.com"],
    ["aol.con", "aol.com"],
    ["me.cmo", "me.com"],
    ["comcast.ne", "comcast.net"],
    ["web.d", "web.de"],
    ["t-online.ed", "t-online.de"],
    ["yahoo.co.ku", "yahoo.co.uk"],
    ["yahoo.couk", "yahoo.co.uk"],
    // Both at once.
    ["gmial.con", "gmail.com"],
    // Dots that are missing, wrong or too many.
    ["gmailcom", "gmail.com"],
    ["gmialcom", "gmail.com"],
    ["aolcom", "aol.com"],
    ["yahooco.uk", "yahoo.co.uk"],
    ["gmail,com", "gmail.com"],
    ["gmail;com", "gmail.com"],
    ["gmail com", "gmail.com"],
    ["gmail..com", "gmail.com"],
    ["gmail.com.", "gmail.com"],
    ["GMIAL.COM", "gmail.com"],
  ])("%s means %s", (typed, meant) => {
    expect(suggestEmail(`anna@${typed}`)).toBe(`anna@${meant}`);
  });

  test("around blanks, with the name as it was typed", () => {
    expect(suggestEmail("  Anna.Bell+kids@Gmial.com ")).toBe("Anna.Bell+kids@gmail.com");
  });
});

/** A known domain with one letter taken out, put in, changed or swapped, or any text at all. */
const domains = fc.oneof(
  fc.domain(),
  fc.string({ maxLength: 30 }),
  fc
    .record({
      domain: fc.constantFrom(...MAIL_DOMAINS),
      at: fc.nat({ max: 12 }),
      cut: fc.nat({ max: 2 }),
      put: fc.string({ maxLength: 2, unit: fc.constantFrom(..."aeimnotz.,c") }),
    })
    .map(({ domain, at, cut, put }) => domain.slice(0, at) + put + domain.slice(at + cut)),
);

test("whatever is typed, only the domain changes, to one of the list, and once", () => {
  const local = fc.oneof(
    fc.emailAddress().map((email) => email.split("@")[0] ?? ""),
    fc.string(),
  );
  fc.assert(
    fc.property(local, domains, (name, domain) => {
      const suggestion = suggestEmail(`${name}@${domain}`);
      if (suggestion === undefined) return;
      const [keptName, meant = ""] = suggestion.split("@");
      expect(keptName).toBe(name.trimStart());
      expect(MAIL_DOMAINS).toContain(meant);
      expect(suggestEmail(suggestion)).toBeUndefined();
    }),
    { numRuns: 3000 },
  );
});
