import { dirname } from "node:path";
import type { AgentEnvironment, SessionFiles, StoreFiles } from "../agent.ts";
import { listFolder } from "../list-folder.ts";
import { namedDatabase } from "./locate.ts";
import { dataFolder, type OpencodeProgram } from "./program.ts";
import { treeAt } from "./storage-tree.ts";

/** Sessions are in a database; before that, each was a tree of small files. */
export function storeFiles(program: OpencodeProgram, environment: AgentEnvironment): StoreFiles {
  const folder = dataFolder(program, environment);
  const named = namedDatabase(program, environment);
  return {
    places: {
      data: {
        folder,
        paths: new RegExp(
          `^(?:${program.id}(?:-[^/]+)?\\.db|storage/.+|project/[^/]+/storage/.+)$`,
        ),
      },
      named: { folder: named === null ? folder : dirname(named), paths: /^[^/]+\.db$/ },
    },
    filesOf: ({ path }) => filesAt(path),
  };
}

async function filesAt(path: string): Promise<SessionFiles> {
  const tree = path.endsWith(".db") ? null : await treeAt(path);
  if (tree === null) return { files: [path] };
  const messages = (await listFolder(tree.messages)).map((name) => name.replace(/\.json$/, ""));
  return { files: [path], folders: [tree.messages, ...messages.map(tree.parts)] };
}
