import type { Agent } from "../agent.ts";
import { uuidV4 } from "../native-id.ts";
import { acpServer } from "./acp-server.ts";
import { claudeHost } from "./host.ts";
import { kinds } from "./kinds.ts";
import { find, open, recognise, storeFiles } from "./locate.ts";
import { modelAddresses } from "./model-address.ts";
import { personSigns } from "./person-signs.ts";
import { read } from "./read.ts";
import { findRequestError } from "./run-error.ts";
import { taskCommand } from "./task-command.ts";
import { testedVersions } from "./tested-versions.ts";
import { tools } from "./tools.ts";
import { userFiles } from "./user-files.ts";
import { isReservedText } from "./user-text.ts";
import { readSettings, register, resumeCommands, targetPath } from "./write/place.ts";
import { relocate, subAgentFiles } from "./write/relocate.ts";
import { write } from "./write/write.ts";

/**
 * Claude Code: one JSONL file per session, one per sub-agent; a tree of records.
 *
 * Files: `$CLAUDE_CONFIG_DIR or ~/.claude/projects/<key>/<session>.jsonl`, where the key is the project's
 * path with every character but letters and digits replaced by `-`. Sub-agents: `<session>/subagents/**` with
 * a `.meta.json` beside each file (2.1.17 on), `agent-*.jsonl` beside the session (2.0.28 on), or records with
 * `isSidechain` in the session's own file (1.x).
 *
 * Order: records name their parent by `uuid`. The conversation is the way from the latest leaf to the root
 * (`order-records.ts`), through compactions by `logicalParentUuid`. Each line contains one block; lines of one
 * response share `message.id`, and parallel calls and their results hang beside the way. A file in which
 * answers name no parent is taken in its own order.
 *
 * What is conversation (`record-bodies.ts`, `user-text.ts`): `user` and `assistant` records. Tags at the
 * beginning of a user's text show what else is there:
 * - reports of background tasks and messages of teammates are content, in the user's place;
 * - `/command` is the user's; its prompt follows as a record with `isMeta`;
 * - a command that the user ran with `!` is a call, its output is the result;
 * - `<ide_selection>` and `<ide_opened_file>` are the user's choice; reminders and hooks are context, which is sent.
 *
 * Words typed while the agent works are `queue-operation` records. Most come again when they are delivered,
 * as a `user` record or a `queued_command` attachment; `queued-prompts.ts` finds those that do not.
 * `teamName` says nothing about whose record it is. `kinds.ts` has every kind of record and attachment with what the
 * program does with it; `attachment-texts.ts` gives those that are sent as text. Everything else is kept and counted.
 * `last-prompt` with `explicit` or `rewound` names the record to which the person went back.
 *
 * A compaction is a `system/compact_boundary` and a user record with `isCompactSummary`; records that stay in
 * force are named by id and are above it.
 */
const claude: Agent = {
  id: "claude",
  displayName: claudeHost.displayName,
  program: "claude",
  testedVersions,
  kinds,
  contextWindow: 200_000,
  hasFilePerSession: true,
  tools,
  taskCommand,
  modelAddresses,
  acpServer,
  findRequestError,
  personSigns,
  userFiles,
  isReservedText,
  find,
  storeFiles,
  open,
  recognise,
  read,
  writer: {
    newSessionId: uuidV4,
    readSettings,
    write,
    targetPath,
    register,
    resumeCommands,
    relocate,
    subAgentFiles,
  },
};

export default claude;
