import { expect, test } from "vitest";
import { forgetTraces } from "../../../client/tracking/forget-traces.ts";

test("cookies go by every domain they may have, stored texts by their name", () => {
  const written: string[] = [];
  const stored = ["ph_phc_1_posthog", "consent", "__ph_opt_in_out_phc_1"];
  forgetTraces(
    {
      document: {
        get cookie() {
          return "ph_phc_1=a; buyer=b; notph_=c";
        },
        set cookie(text: string) {
          written.push(text);
        },
      },
      location: { hostname: "shop.papercub.example" },
      localStorage: {
        get length() {
          return stored.length;
        },
        key: (index) => stored[index] ?? null,
        removeItem: (key) => void stored.splice(stored.indexOf(key), 1),
      },
    },
    /^(?:ph_|__ph_)/,
  );
  const gone = "ph_phc_1=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT";
  expect(written).toEqual([
    gone,
    `${gone}; domain=shop.papercub.example`,
    `${gone}; domain=papercub.example`,
    `${gone}; domain=example`,
  ]);
  expect(stored).toEqual(["consent"]);
});
