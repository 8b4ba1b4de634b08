import { join } from "node:path";
import type { AcpServer } from "../acp-server.ts";
import { ownDatabase } from "./locate.ts";
import { dataFolder, type OpencodeProgram } from "./program.ts";
import { findVersion } from "./program-version.ts";
import { pureVariables } from "./run-program.ts";
import { MOVE_2 } from "./tables.ts";

/** `opencode acp`. Its sessions are in its database, of which the server gets a copy. */
export function acpServerOf(program: OpencodeProgram): AcpServer {
  const { id, displayName } = program;
  return {
    command: [id, "acp"],
    async copySession({ session_id, environment, home, project }) {
      const database = await ownDatabase(program, environment);
      if (database === null) throw new Error(`${displayName} did not import the session`);
      const copy = join(dataFolder(program, { home, env: {} }), `${id}.db`);
      const { isVersion2 } = await findVersion(program, environment);
      // Version 2 shows a session in its own folder only.
      const moved = { change: { sql: MOVE_2, values: [project, session_id] } };
      const file = { path: copy, database, ...(isVersion2 ? moved : {}) };
      return { files: [file], variables: pureVariables(program) };
    },
  };
}
