import type { Agent } from "../agent.ts";
import { uuidV4 } from "../native-id.ts";
import { acpServer } from "./acp-server.ts";
import { copyOf } from "./copy-of.ts";
import { geminiHost } from "./host.ts";
import { kinds } from "./kinds.ts";
import { find, open, recognise } from "./locate.ts";
import { isReservedText } from "./message-bodies.ts";
import { modelAddresses } from "./model-address.ts";
import { personSigns } from "./person-signs.ts";
import { register, resumeCommands, targetPath } from "./place.ts";
import { read } from "./read.ts";
import { relocate, subAgentFiles } from "./relocate.ts";
import { findRequestError } from "./run-error.ts";
import { storeFiles } from "./store-files.ts";
import { taskCommand } from "./task-command.ts";
import { tools } from "./tools.ts";
import { userFiles } from "./user-files.ts";
import { write } from "./write.ts";

/**
 * Gemini CLI keeps a session as a log of messages that later records replace or take back.
 *
 * Files: `~/.gemini/tmp/<slug>/chats/session-*.jsonl`; up to 0.38 one JSON document, which is read as the log
 * that it would be today (`legacy-document.ts`). The folder's `.project_root` names the project. Logs of
 * sub-agents are in the folder with the session's id and have the `kind` "subagent".
 *
 * Records: a header with `sessionId`, then messages by `id`: a later record with an id replaces the earlier one
 * at its place. `$set` changes the header or, with `messages`, the whole list; `$rewindTo` takes back what came
 * after a message (`fold-log.ts`).
 *
 * What is conversation: messages of type `user` and `gemini`; calls with their results are in `toolCalls` of
 * the answer, and results may occur a second time in a user's message. `info`, `warning` and `error` are not
 * sent to a model.
 *
 * A compaction is a list whose first message is a `<state_snapshot>`. On resume Gemini CLI leaves out prompts
 * that begin with `/` or `?` or with its own context tags.
 */
const gemini: Agent = {
  id: "gemini",
  displayName: geminiHost.displayName,
  program: "gemini",
  testedVersions: { oldest: "0.61.0", newest: "0.61.0" },
  kinds,
  contextWindow: 1_048_576,
  tools,
  taskCommand,
  modelAddresses,
  acpServer,
  findRequestError,
  personSigns,
  userFiles,
  rewritesRecords: true,
  isReservedText,
  find,
  storeFiles,
  open,
  recognise,
  read,
  writer: {
    newSessionId: uuidV4,
    readSettings: async () => ({}),
    write,
    targetPath,
    register,
    resumeCommands,
    copyOf,
    relocate,
    subAgentFiles,
  },
};

export default gemini;
