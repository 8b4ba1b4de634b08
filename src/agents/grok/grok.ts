import type { Agent } from "../agent.ts";
import { asText } from "../as-text.ts";
import { parseTime } from "../build-items.ts";
import { uuidV7 } from "../native-id.ts";
import { readLinear } from "../records/linear-log.ts";
import { acpServer } from "./acp-server.ts";
import { kinds } from "./kinds.ts";
import { find, open, recognise, summaryOf } from "./locate.ts";
import { readSettings, register, resumeCommands, targetPath } from "./place.ts";
import { relocate, subAgentFiles } from "./relocate.ts";
import { sessionLog } from "./session-log.ts";
import { storeFiles } from "./store-files.ts";
import { testedVersions } from "./tested-versions.ts";
import { tools } from "./tools.ts";
import { filesBeside, write } from "./write.ts";

/**
 * Grok Build keeps a session as a folder with two logs: one of what its model gets, one of what its user was shown.
 *
 * Files: `~/.grok/sessions/<key>/<id>/` (`GROK_HOME`), where the key is the project's path, percent-encoded:
 * `summary.json`, without which the session is not known, `chat_history.jsonl` and `updates.jsonl`. A sub-agent has a
 * session of its own; a folder in its parent's names it.
 *
 * Records: what the model gets has neither ids nor times, what was shown has times, and both have the ids of calls and
 * the numbers of prompts. `join-files.ts` makes one log of them.
 *
 * What is conversation: what the model gets (`chat-bodies.ts`; a user's words are in `<user_query>`, and what has a
 * `synthetic_reason` is the program's). What was shown (`update-bodies.ts`) says the same, and beyond it the tokens and
 * errors of turns.
 *
 * A compaction replaces what the model gets: a copy of the first question, then the summary. What was before it
 * is only in what was shown. From that the program also writes what the model gets where that is empty or missing.
 */
const grok: Agent = {
  id: "grok",
  displayName: "Grok Build",
  program: "grok",
  testedVersions,
  kinds,
  contextWindow: null,
  tools,
  acpServer,
  rewritesRecords: true,
  find,
  storeFiles,
  open,
  recognise,
  async read(source) {
    const reading = await readLinear(source, sessionLog);
    const summary = await summaryOf(source.session.path);
    const title = asText(summary.generated_title ?? summary.session_summary);
    const started_at = parseTime(summary.created_at);
    const { header } = reading;
    return { ...reading, header: { ...header, title: title || header.title, started_at } };
  },
  writer: {
    newSessionId: uuidV7,
    readSettings,
    write,
    filesBeside,
    targetPath,
    register,
    resumeCommands,
    relocate,
    subAgentFiles,
  },
};

export default grok;
