import { basename, dirname, join } from "node:path";
import type { AgentEnvironment, FoundSession, StoreFiles } from "../agent.ts";
import { listFolder } from "../list-folder.ts";
import { claudeFolder } from "./host.ts";
import { flatAgentFiles, projectsFolder } from "./locate.ts";

const UUID = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

/** Folders with a folder for each session: what it was before edits, pictures that were pasted, lists of tasks. */
const BESIDE = ["file-history", "image-cache", "tasks"];

/** A session is a file and a folder with its id; what its program needs to go back in it is in folders beside. */
export function storeFiles(environment: AgentEnvironment): StoreFiles {
  const own = claudeFolder(environment);
  const sessions = new RegExp(`^[^/]+/(?:${UUID}\\.jsonl|${UUID}/.+|agent-[^/]+)$`);
  const beside = new RegExp(`^${UUID}/.+$`);
  const places = BESIDE.map((name) => [name, { folder: join(own, name), paths: beside }] as const);
  const flat = new Map<string, Promise<readonly string[]>>();
  return {
    places: {
      projects: { folder: projectsFolder(environment), paths: sessions },
      ...Object.fromEntries(places),
    },
    async filesOf({ path, id }: FoundSession) {
      const folder = dirname(path);
      // A project has such files only if its first sessions are of an early version.
      const names = flat.get(folder) ?? listFolder(folder);
      flat.set(folder, names);
      const hasFlat = (await names).some((name) => name.startsWith("agent-"));
      return {
        files: [path, ...(hasFlat ? await flatAgentFiles(folder, id) : [])],
        folders: [
          join(folder, basename(path, ".jsonl")),
          ...BESIDE.map((name) => join(own, name, id)),
        ],
      };
    },
  };
}
