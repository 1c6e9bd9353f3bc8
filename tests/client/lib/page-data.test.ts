import { expect, test, vi } from "vitest";
import { ApiError } from "../../../client/lib/answer.ts";
import { type PageData, recordAnswers, replayAnswers } from "../../../client/lib/page-data.ts";
import { aProduct, aSource, SESSION_ID, site } from "../fixtures.ts";

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
