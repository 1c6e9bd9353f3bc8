import { expect, test, vi } from "vitest";
import { ApiError } from "../../../client/lib/answer.ts";
import { type PageData, recordReads, replayReads } from "../../../client/app/page-data.ts";
import { aProduct, aSource, aUser, SESSION_ID, site } from "../fixtures.ts";

test("the browser's first call gets the server's answer, the next one asks", async () => {
  const data: PageData = { site, reads: {} };
  await recordReads(aSource(), data).listProducts();
  const listProducts = vi.fn(async () => []);
  const replayed = replayReads(aSource({ listProducts }), data);
  await expect(replayed.listProducts()).resolves.toEqual([aProduct()]);
  expect(listProducts).not.toHaveBeenCalled();
  await expect(replayed.listProducts()).resolves.toEqual([]);
});

test("a failure on the server fails the same way in the browser", async () => {
  const data: PageData = { site, reads: {} };
  const failure = new ApiError("Not yet.", { reason: "payment_unpaid" });
  const failing = aSource({ getPurchase: () => Promise.reject(failure) });
  const same = { message: "Not yet.", reason: "payment_unpaid" };
  await expect(recordReads(failing, data).getPurchase(SESSION_ID)).rejects.toMatchObject(same);
  const replayed = replayReads(aSource(), data);
  await expect(replayed.getPurchase(SESSION_ID)).rejects.toMatchObject(same);
});

test("null is a result like any other", async () => {
  const data: PageData = { site, reads: {} };
  await recordReads(aSource(), data).findUser();
  const replayed = replayReads(aSource({ findUser: async () => aUser() }), data);
  await expect(replayed.findUser()).resolves.toBeNull();
  await expect(replayed.findUser()).resolves.toEqual(aUser());
});
