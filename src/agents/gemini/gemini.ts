import type { Agent } from "../agent.ts";
import { uuidV4 } from "../native-id.ts";
import { geminiHost } from "./host.ts";
import { find, open, recognise } from "./locate.ts";
import { isReservedText } from "./message-bodies.ts";
import { register, targetPath } from "./place.ts";
import { read } from "./read.ts";
import { relocate, subAgentFiles } from "./relocate.ts";
import { tools } from "./tools.ts";
import { write } from "./write.ts";

/** Gemini CLI keeps a session as a log of messages that later records replace or take back. */
const gemini: Agent = {
  id: "gemini",
  displayName: geminiHost.displayName,
  program: "gemini",
  testedVersions: { oldest: "0.61.0", newest: "0.61.0" },
  contextWindow: 1_048_576,
  tools,
  isReservedText,
  find,
  open,
  recognise,
  read,
  writer: {
    newSessionId: uuidV4,
    readSettings: async () => ({}),
    write,
    targetPath,
    register,
    relocate,
    subAgentFiles,
  },
};

export default gemini;
