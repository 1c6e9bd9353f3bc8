import { expect, test } from "vitest";
import { deviceName } from "../../../../server/domain/sign-in/sessions.ts";

const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X)";
const WEBKIT = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0";
const MOBILE = "Mobile/15E148 Safari/604.1";
const ANDROID = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  ["Unknown browser", null],
  ["Unknown browser", "curl/8.5.0"],
  ["Unknown browser", "<script>alert(1)</script>"],
  ["Unknown browser on Windows", `${WINDOWS})`],
  ["Firefox on Windows", `${WINDOWS}; rv:144.0) Gecko/20100101 Firefox/144.0`],
  ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0"],
  ["Firefox on iPhone", `${IPHONE} ${WEBKIT} FxiOS/144.0 Mobile/15E148 Safari/605.1.15`],
  ["Safari on iPhone", `${IPHONE} ${WEBKIT} Version/18.6 ${MOBILE}`],
  [
    "Safari on iPad",
    `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${WEBKIT} Version/18.6 ${MOBILE}`,
  ],
  [
    "Safari on Mac",
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.6 Safari/605.1.15`,
  ],
  ["Chrome on iPhone", `${IPHONE} ${WEBKIT} CriOS/141.0.7390.96 ${MOBILE}`],
  ["Chrome on Mac", `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36`],
  ["Chrome on Android", `${ANDROID} Chrome/141.0.0.0 Mobile Safari/537.36`],
  ["Chrome on Chromebook", `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`],
  ["Edge on Windows", `${WINDOWS}) ${CHROME} Safari/537.36 Edg/141.0.0.0`],
  ["Edge on iPhone", `${IPHONE} ${WEBKIT} Version/18.0 EdgiOS/141.0 ${MOBILE}`],
  ["Opera on Windows", `${WINDOWS}) ${CHROME} Safari/537.36 OPR/122.0.0.0`],
  [
    "Samsung Internet on Android",
    `${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  ],
])("%s: %j", (name, userAgent) => {
  expect(deviceName(userAgent)).toBe(name);
});
