import type { Server } from "bun";
import type { CurrentUser } from "../contract/auth.ts";
import type { Viewer } from "../domain/viewer.ts";

/** What a request carries through the routes. */
export type AppEnv = {
  Bindings: {
    server?: Server<unknown>;
    /** Waits for a request's body; see `process/shutdown.ts`. */
    receive?: <Body>(work: () => Promise<Body>) => Promise<Body>;
  };
  Variables: {
    requestId: string;
    /** Who asks, once `viewerOf` was asked for it. */
    viewer?: Visitor;
  };
};

/** Who asks: the browser that buys, and the user that it is signed in as. */
export type Visitor = Viewer & { user: CurrentUser | null };
