import type { Agent } from "../agent.ts";
import { asText } from "../as-text.ts";
import { uuidV4 } from "../native-id.ts";
import { readLinear } from "../records/linear-log.ts";
import { acpServer } from "./acp-server.ts";
import { withBlobs } from "./blob-files.ts";
import { kinds } from "./kinds.ts";
import { find, open, recognise, stateOf } from "./locate.ts";
import { readSettings, register, resumeCommands, targetPath } from "./place.ts";
import { relocate, subAgentFiles } from "./relocate.ts";
import { storeFiles } from "./store-files.ts";
import { testedVersions } from "./tested-versions.ts";
import { tools } from "./tools.ts";
import { wireLog } from "./wire-log.ts";
import { write } from "./write.ts";

/**
 * Kimi Code keeps a session as a folder with a log for each agent that worked in it.
 *
 * Files: `~/.kimi-code/sessions/<key>/<id>/` (`KIMI_CODE_HOME`), where the key has the project's name and a hash of its
 * path: `state.json`, without which the session is not known, and `agents/<name>/wire.jsonl`; the agent of the
 * user is `main`. Pictures of more than 4 KB are in `agents/<name>/blobs/` (`blob-files.ts`).
 *
 * Records: `type`, `time`; their order in the file is the order of the session, except where the user took back turns
 * (`follow-turns.ts`). Some refer to others by the number of their line.
 *
 * What is conversation (`record-bodies.ts`): `context.append_message` (the user's words only if its `origin` is "user")
 * and the events of `context.append_loop_event`; other records repeat both.
 *
 * A compaction is `context.apply_compaction`: its summary replaces what is before it, except for the user's messages.
 */
const kimi: Agent = {
  id: "kimi",
  displayName: "Kimi Code",
  program: "kimi",
  testedVersions,
  kinds,
  contextWindow: null,
  tools,
  acpServer,
  find,
  storeFiles,
  open,
  recognise,
  async read(source) {
    const reading = await readLinear(source, wireLog);
    const { title } = await stateOf(source.session.path);
    const { header, items } = reading;
    return {
      ...reading,
      header: { ...header, title: asText(title ?? "") || header.title },
      async *items() {
        for await (const item of items()) yield withBlobs(item, source.session.path);
      },
    };
  },
  writer: {
    newSessionId: (random) => `session_${uuidV4(random)}`,
    readSettings,
    write,
    targetPath,
    register,
    resumeCommands,
    relocate,
    subAgentFiles,
  },
};

export default kimi;
