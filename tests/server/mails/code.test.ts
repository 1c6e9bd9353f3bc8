import { expect, test } from "vitest";
import { code } from "../../../server/mails/code.tsx";

const MAIL = {
  brand: "Acorn",
  supportEmail: "help@papercub.example",
  siteUrl: "https://papercub.example",
};

test("a code stands first in subject and preview, in both bodies, and on a line of its own", async () => {
  const mail = await code.render({ ...MAIL, code: "042137" });
  expect(mail.subject).toBe("042137 is your Acorn code");
  expect(mail.text).toMatch(/^Your sign-in code: 042137\n/);
  expect(mail.html).toContain(">042137<");
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain("It works for 10 minutes after you asked for it");
    expect(body).toContain(
      "Did you not ask for it? Then ignore this mail; nobody can sign in without the code.",
    );
  }
});

test("a mail with a code has nothing to click that would sign in, and speaks of no order", async () => {
  const { html } = await code.render({ ...MAIL, code: "042137" });
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
  expect(new Set(links)).toEqual(new Set([MAIL.siteUrl, `mailto:${MAIL.supportEmail}`]));
  expect(html).not.toMatch(/\border\b/);
});

test("where codes are switched off it says so and why, and has a link in place of a code", async () => {
  const link = "https://papercub.example/login?email=a&key=k";
  const mail = await code.render({ ...MAIL, code: null, link });
  expect(mail.subject).toBe("Sign-in codes are switched off for your address");
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain("Too many wrong codes were tried");
    expect(body).toContain("signs you in all the same, once, within 10 minutes");
    expect(body.replaceAll("&amp;", "&")).toContain(link);
    expect(body).toContain("Did you not ask for it? Then ignore this mail; nobody has got in.");
    // Colours have six digits too.
    expect(body.replaceAll(/#[\dA-F]{6}/gi, "")).not.toMatch(/\b\d{6}\b/);
  }
});
