/** A PostgreSQL server and a folder that the test files of one run share. */
import { rmSync } from "node:fs";
import { createSharedFolder, SHARED_FOLDER } from "../test/support/other-user.ts";
import { launchServer, SHARED_SERVER } from "../test/support/postgresql.ts";

/** What `shareServer()` started. */
export interface SharedServer {
  /** Settles when test files may use it. Where it cannot start, each file says why for itself. */
  readonly ready: Promise<void>;
  end(): Promise<void>;
}

/** Starts both and names them to the processes that are started afterwards. */
export function shareServer(): SharedServer {
  const folder = createSharedFolder();
  process.env[SHARED_FOLDER] = folder;
  // Nobody kills this one, so it need not wait for the disk.
  const launched = launchServer({ isDurable: false });
  return {
    ready: launched.then((server) => {
      if (typeof server !== "string") process.env[SHARED_SERVER] = server.url("public");
    }),
    async end() {
      const server = await launched;
      if (typeof server !== "string") await server.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
