import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "../http/env.ts";
import { sameOrigin } from "../http/same-origin.ts";
import { signInAsOwner } from "../http/sign-in.ts";

const OWNER = "owner@papercub.example";

/** Opens the admin to every visitor, as the shop's owner: of a demo alone (decision: demo-door). */
export const demoDoor = (deps: Deps) =>
  new Hono<AppEnv>().post("/admin", sameOrigin(deps), (c) => {
    signInAsOwner(c, deps, OWNER);
    return c.redirect("/admin", 303);
  });
