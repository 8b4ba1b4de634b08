import type { Agent } from "../agent.ts";
import { acpServerOf } from "./acp-server.ts";
import { kinds } from "./kinds.ts";
import { find, open, recognise, sessionsAt, storeFiles } from "./locate.ts";
import { personSigns } from "./person-signs.ts";
import type { OpencodeProgram } from "./program.ts";
import { programStoreOf } from "./program-store.ts";
import { findVersion } from "./program-version.ts";
import { read } from "./read.ts";
import { readSettings } from "./settings.ts";
import { tools, tools2 } from "./tools.ts";
import { newSessionId } from "./write/ids.ts";
import { register, resumeCommands, targetPath } from "./write/place.ts";
import { relocate, subAgentFiles } from "./write/relocate.ts";
import { write } from "./write/write.ts";

/** opencode, or a program that was made from it and keeps its sessions in the same way. */
export function agentOf(program: OpencodeProgram): Agent {
  return {
    id: program.id,
    displayName: program.displayName,
    program: program.id,
    testedVersions: program.testedVersions,
    kinds,
    contextWindow: null,
    tools,
    personSigns,
    acpServer: acpServerOf(program),
    find: (environment) => find(program, environment),
    storeFiles: (environment) => storeFiles(program, environment),
    open: (session) => open(program, session),
    recognise: (path) => recognise(program, path),
    sessionsAt: (path) => sessionsAt(program, path),
    read: (source) => read(program, source),
    writer: {
      newSessionId,
      readSettings: (environment) => readSettings(program, environment),
      toolsIn: async (environment) =>
        (await findVersion(program, environment)).isVersion2 ? tools2 : tools,
      write: (draft) => write(program, draft),
      targetPath: (draft, environment) => targetPath(program, draft, environment),
      register: (draft, path, environment, moved = []) =>
        register(program, draft, path, { environment, subAgentFiles: moved }),
      resumeCommands: (session) => resumeCommands(program, session),
      relocate,
      subAgentFiles,
      removeCommand: (session_id) => [program.id, "session", "delete", session_id],
      programStore: programStoreOf(program),
    },
  };
}
