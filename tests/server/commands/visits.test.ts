import { expect, onTestFinished, test } from "vitest";
import { openReader } from "../../../db/client.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { dataFolder } from "../../support/data-folder.ts";
import { openShopIn } from "../../support/open-shop-in.ts";
import { freePort, shopEnv, startStore } from "../../support/store-process.ts";

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0";
const body = JSON.stringify({ step: "page", path: "/", referrer: "", query: "?utm_source=a" });

test(
  "a stopped store stores all visits; a killed store counts no visit twice",
  { timeout: 60_000 },
  async () => {
    const dataDir = dataFolder();
    openShopIn(dataDir);
    const store = await startStore({
      dataDir,
      port: await freePort(),
      env: shopEnv({ paymentsUrl: "http://127.0.0.1:1", smtpUrl: "smtp://127.0.0.1:1" }),
      // Its pages need no client build.
      program: "tests/support/pageless-store.ts",
    });
    onTestFinished(store.end);
    const visit = async (times: number) => {
      for (let nth = 0; nth < times; nth++) {
        const headers = { "Content-Type": "application/json", "User-Agent": BROWSER };
        const { status } = await fetch(`${store.url}/api/visits`, {
          method: "POST",
          headers,
          body,
        });
        expect(status).toBe(204);
      }
    };
    const stored = () => {
      const db = openReader(pathsOf(dataDir).database);
      const counts = db.sqlite.prepare("SELECT count FROM visits").pluck().all();
      db.close();
      return counts;
    };

    await visit(5);
    await store.stop();
    expect(stored()).toEqual([5]);
    await store.start();
    await visit(3);
    await store.kill();
    const [left = 0] = stored() as number[];
    expect(left === 5 || left === 8).toBe(true);
    await store.start();
    await visit(2);
    await store.stop();
    expect(stored()).toEqual([left + 2]);
  },
);
