import { dirname } from "node:path";
import type { AgentEnvironment, StoreFiles } from "../agent.ts";
import { oneFile } from "../one-file.ts";
import { startOf } from "./database.ts";
import { databasePath } from "./locate.ts";

/** All sessions are in one database. */
export function storeFiles(environment: AgentEnvironment): StoreFiles {
  const folder = dirname(databasePath(environment));
  return { places: { sessions: { folder, paths: /^sessions\.db$/ } }, filesOf: oneFile, startOf };
}
