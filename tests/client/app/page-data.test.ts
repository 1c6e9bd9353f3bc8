import { expect, test, vi } from "vitest";
import { ApiError } from "../../../client/lib/answer.ts";
import { type PageData, recordAnswers, replayAnswers } from "../../../client/lib/page-data.ts";
import { aBoughtProduct, aProduct, aSource, aUser, SESSION_ID, site } from "../fixtures.ts";

test("the browser's first call gets the server's answer, the next one asks", async () => {
  const data: PageData = { site };
  await recordAnswers(aSource(), data).listProducts();
  const listProducts = vi.fn(async () => []);
  const replayed = replayAnswers(aSource({ listProducts }), data);
  await expect(replayed.listProducts()).resolves.toEqual([aProduct()]);
  expect(listProducts).not.toHaveBeenCalled();
  await expect(replayed.listProducts()).resolves.toEqual([]);
});

test("a failure on the server fails the same way in the browser", async () => {
  const data: PageData = { site };
  const failing = aSource({ getPurchase: () => Promise.reject(new ApiError("Not yet.")) });
  await expect(recordAnswers(failing, data).getPurchase(SESSION_ID)).rejects.toThrow("Not yet.");
  await expect(replayAnswers(aSource(), data).getPurchase(SESSION_ID)).rejects.toThrow("Not yet.");
});

test("the account's first answers are the server's, nobody among them", async () => {
  const data: PageData = { site };
  const recorded = recordAnswers(aSource({ listPurchases: async () => [aBoughtProduct()] }), data);
  await recorded.findUser();
  await recorded.listPurchases();
  const findUser = vi.fn(async () => aUser());
  const replayed = replayAnswers(aSource({ findUser }), data);
  await expect(replayed.findUser()).resolves.toBeNull();
  expect(findUser).not.toHaveBeenCalled();
  await expect(replayed.findUser()).resolves.toEqual(aUser());
  await expect(replayed.listPurchases()).resolves.toEqual([aBoughtProduct()]);
  await expect(replayed.listPurchases()).resolves.toEqual([]);
});
