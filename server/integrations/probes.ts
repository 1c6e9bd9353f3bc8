import type { OwnAddress, Replica } from "../ports/health.ts";

const ADDRESS_TIMEOUT_MS = 5000;
const REPLICA_TIMEOUT_MS = 2000;
/** Error reasons that identify this software, sent for a webhook without a valid signature. */
const OUR_REFUSALS = new Set(["bad_signature", "webhook_disabled"]);

/** Creates a probe that tests, from this machine, whether webhooks reach a store. */
export function ownAddress(webhookUrl: string, send: typeof fetch = fetch): OwnAddress {
  return {
    async reach() {
      const signal = AbortSignal.timeout(ADDRESS_TIMEOUT_MS);
      const answer = await send(webhookUrl, { method: "POST", redirect: "manual", signal }).catch(
        () => undefined,
      );
      if (!answer) return "silent";
      const body: unknown = await answer.json().catch(() => null);
      const reason = typeof body === "object" && body && "reason" in body ? body.reason : "";
      return OUR_REFUSALS.has(String(reason)) ? "ours" : "other";
    },
  };
}

/** Checks that Litestream's metrics endpoint at `url` responds. */
export function litestream(url: string): Replica {
  return {
    async check() {
      try {
        const { ok, status } = await fetch(url, {
          signal: AbortSignal.timeout(REPLICA_TIMEOUT_MS),
        });
        return ok ? null : `status ${status}`;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
  };
}
