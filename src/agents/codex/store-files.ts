import { dirname, join } from "node:path";
import type { AgentEnvironment, StoreFiles } from "../agent.ts";
import { codexFolder } from "./host.ts";
import { ARCHIVE_FOLDER } from "./locate.ts";
import { open } from "./open.ts";

const ROLLOUT = /^(?:\d+\/){0,3}[^/]+\.jsonl(?:\.zst)?$/;

/** A session is its rollout, and others in which its conversation began; sub-agents are sessions. */
export function storeFiles(environment: AgentEnvironment): StoreFiles {
  const own = codexFolder(environment);
  const place = (name: string) => ({ folder: join(own, name), paths: ROLLOUT });
  return {
    places: { sessions: place("sessions"), archived: place(ARCHIVE_FOLDER) },
    async filesOf(session) {
      const { files } = await open(session, new Map());
      return { files: files.map(({ path }) => join(dirname(session.path), path)) };
    },
  };
}
