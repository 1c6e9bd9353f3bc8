// User agents of visitors' browsers and of a crawler.
export const DESKTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0";
const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0";
export const PHONE = `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`;
export const ANDROID_TABLET = `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Safari/537.36`;
export const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";
export const IPAD = IPHONE.replace("iPhone;", "iPad;");
export const GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
