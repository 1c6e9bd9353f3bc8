import type { Server } from "bun";
import type { CurrentUser } from "../contract/sign-in.ts";
import type { Viewer } from "../domain/viewer.ts";

export type AppEnv = {
  Bindings: {
    server?: Server<unknown>;
    /** Waits for a request's body; see `process/shutdown.ts`. */
    receive?: <Body>(work: () => Promise<Body>) => Promise<Body>;
  };
  Variables: {
    requestId: string;
    viewer?: Visitor;
  };
};

export type Visitor = Viewer & { user: CurrentUser | null };
