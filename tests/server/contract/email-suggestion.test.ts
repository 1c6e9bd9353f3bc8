import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAIL_DOMAINS, suggestEmail } from "../../../server/contract/email-suggestion.ts";

describe("a sound address is left alone:", () => {
  test.each(MAIL_DOMAINS)("%s, which is on the list", (domain) => {
    expect(suggestEmail(`anna@${domain}`)).toBeUndefined();
    expect(suggestEmail(`anna@${domain.toUpperCase()}`)).toBeUndefined();
  });

  test.each([
    [
      "another provider, close to one on the list",
      "email.com y7mail.com hey.com pm.me gmx.com list.ru tin.it prontomail.com zoho.com qq.com",
    ],
    [
      "the same provider in another country",
      "hotmail.se hotmail.be yahoo.se yahoo.com.ar yahoo.co.nz outlook.at gmail.fr live.nl " +
        "fastmail.fm comcast.com",
    ],
    [
      "a school, a firm, a private domain",
      "school.edu gmal.example.org gmail.example.org mail.gmail.school.edu example.com mask.io " +
        "anything.tv grail.com libera.it photon.me gmail.cam podcast.net cloud.com xn--mller-kva.de",
    ],
    [
      "a short name, which resembles too many others",
      "aal.com ms.com gmy.de wed.de frei.fr mail.co",
    ],
  ])("%s", (_name, domains) => {
    for (const domain of domains.split(" ")) {
      expect(suggestEmail(`anna@${domain}`), domain).toBeUndefined();
    }
  });

  const NO_ADDRESSES =
    "|anna|gmial.com|@gmial.com|anna@|anna@@gmial.com|anna@bell@gmial.com|anna bell@gmial.com|" +
    "anna@gmail.com, ben@gmial.com|Anna <anna@gmial.com>|" +
    `anna@${"g".repeat(5000)}mail.com|${"a".repeat(65)}@gmial.com`;
  test.each(NO_ADDRESSES.split("|"))("%o, which is not an address", (text) => {
    expect(suggestEmail(text)).toBeUndefined();
  });
});

describe("a slip is noticed:", () => {
  test.each([
    ["gmail.com", "one letter", "gmial.com gmal.com gmai.com gnail.com gmaill.com mgail.com"],
    ["gmail.com", "its ending", "gmail.con gmail.cmo gmail.comm gmail.vom gmail.co"],
    ["gmail.com", "an ending twice", "gmail.com.com gmail.comcom"],
    ["gmail.com", "a letter and its ending", "gmial.con"],
    ["gmail.com", "dots", "gmailcom|gmialcom|gmail,com|gmail;com|gmail com|gmail..com|gmail.com."],
    ["yahoo.co.uk", "one letter, its ending, dots", "yaho.co.uk yahoo.co.ku yahoo.couk yahooco.uk"],
    ["hotmail.com", "one letter, its ending", "hotmial.com homail.com hotmail.cm"],
    ["comcast.net", "one letter, its ending", "comcat.net comcast.ne"],
    ["protonmail.com", "two letters of a long name", "protonmial.com"],
    ["btinternet.com", "two letters of a long name", "btinernt.com"],
    ["aol.com", "its ending, the dot", "aol.con aolcom"],
    ["web.de", "its ending", "web.d"],
  ])("%s, wrong in %s", (meant, _in, slips) => {
    for (const typed of slips.split(slips.includes("|") ? "|" : " ")) {
      expect(suggestEmail(`anna@${typed}`), typed).toBe(`anna@${meant}`);
    }
  });

  test("around blanks, with the name as it was typed", () => {
    expect(suggestEmail("  Anna.Bell+kids@Gmial.com ")).toBe("Anna.Bell+kids@gmail.com");
  });
});

test("whatever is typed, only the domain changes, to one of the list, and once", () => {
  const local = fc.oneof(
    fc.emailAddress().map((email) => email.split("@")[0] ?? ""),
    fc.string(),
  );
  const known = fc.constantFrom(...MAIL_DOMAINS);
  const letters = fc.string({ maxLength: 2, unit: fc.constantFrom(..."aeimnotz.,c") });
  const slip = fc
    .tuple(known, fc.nat({ max: 12 }), fc.nat({ max: 2 }), letters)
    .map(([domain, at, cut, put]) => domain.slice(0, at) + put + domain.slice(at + cut));
  const domains = fc.oneof(fc.domain(), fc.string({ maxLength: 30 }), slip);
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
