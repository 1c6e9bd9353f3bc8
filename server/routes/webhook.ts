import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { refusals } from "../contract/messages.ts";
import type { Deps } from "../deps.ts";
import { storeEvents } from "../domain/webhook-inbox.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "../http/env.ts";

const MAX_EVENT_BYTES = 1024 * 1024;

export const webhookRoutes = (deps: Deps) =>
  new Hono<AppEnv>().post(
    "/webhook",
    bodyLimit({
      maxSize: MAX_EVENT_BYTES,
      onError: () => {
        throw new AppError("too_large", refusals.tooLarge);
      },
    }),
    async (c) => {
      // The signature covers the bytes as they were sent: nothing may parse them before.
      const payload = await c.req.text();
      const event = await deps.payments.readEvent(payload, c.req.header("Stripe-Signature") ?? "");
      storeEvents(deps, [event]);
      return c.json({ received: true }, 200);
    },
  );
