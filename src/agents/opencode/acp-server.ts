import { join } from "node:path";
import type { AcpServer } from "../acp-server.ts";
import { ownDatabase } from "./locate.ts";
import { dataFolder, type OpencodeProgram } from "./program.ts";
import { pureVariables } from "./run-program.ts";

/** `opencode acp`. Its sessions are in its database, of which the server gets a copy. */
export function acpServerOf(program: OpencodeProgram): AcpServer {
  const { id, displayName } = program;
  return {
    command: [id, "acp"],
    async copySession({ environment, home }) {
      const database = await ownDatabase(program, environment);
      if (database === null) throw new Error(`${displayName} did not import the session`);
      const copy = join(dataFolder(program, { home, env: {} }), `${id}.db`);
      return { files: [{ path: copy, database }], variables: pureVariables(program) };
    },
  };
}
