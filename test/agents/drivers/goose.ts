import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Driver } from "./driver.ts";
import { writeConfiguration } from "./files.ts";
import { inTurn, SUB_AGENT } from "./scripts.ts";

const NEWEST =
  "select id from sessions where session_type <> 'sub_agent' order by updated_at desc, rowid desc limit 1";

const IN_ORDER = `update messages set created_timestamp = (select max(created_timestamp) from messages earlier
  where earlier.session_id = messages.session_id and earlier.id <= messages.id)`;

const CONFIGURATION = `GOOSE_PROVIDER: openai
GOOSE_MODEL: scripted
GOOSE_MODE: auto
GOOSE_DISABLE_SESSION_NAMING: true
GOOSE_DISABLE_TOOL_CALL_SUMMARY: true
GOOSE_TOOL_PAIR_SUMMARIZATION: false
GOOSE_TELEMETRY_ENABLED: false
extensions:
  developer:
    enabled: true
    type: builtin
    name: developer
`;

const shell = (command: string) => ({ name: "shell", arguments: { command } });

/** Goose. */
export const goose: Driver = {
  configure({ home, modelUrl }) {
    const configuration = `${CONFIGURATION}OPENAI_HOST: ${modelUrl}\n`;
    writeConfiguration(path.join(home, ".config/goose/config.yaml"), configuration);
    return { OPENAI_API_KEY: "any", GOOSE_DISABLE_KEYRING: "1", GOOSE_TELEMETRY_OFF: "1" };
  },
  ask: (prompt) => ({ args: ["run", "-t", prompt] }),
  resume: ({ id }, prompt) => ({ args: ["run", "--resume", "--session-id", id, "-t", prompt] }),
  // `session` would wait for its user.
  askThrough: ([, ...args], prompt) => ({ args: ["run", ...args, "-t", prompt] }),
  findSession({ home }) {
    const file = path.join(home, ".local/share/goose/sessions/sessions.db");
    if (!fs.existsSync(file)) return null;
    const database = new DatabaseSync(file, { readOnly: true });
    const id = database.prepare(NEWEST).get()?.id;
    database.close();
    return typeof id === "string" ? { id, path: file } : null;
  },
  sessionFiles: /^\.local\/share\/goose\/sessions\/sessions\.db$/,
  // A result gets the time at which its call began. Goose orders by whole seconds, and sends neither a call nor its
  // result where the call comes later: on a slow machine it loses calls of its own sessions.
  mend({ path: file }) {
    const database = new DatabaseSync(file);
    database.exec(IN_ORDER);
    database.close();
  },
  shell,
  // It has no tool for a file, but one for folders.
  look: (file) => ({ name: "tree", arguments: { path: `/nowhere/${file}` } }),
  compaction: {
    asksForSummary: /^(?!.*"tools":)(?!.*Generate a short title)/s,
    usages: [1000],
    lastUsage: 127_000,
  },
  subAgent: inTurn({ name: "delegate", arguments: { instructions: SUB_AGENT.task } }, shell),
  contexts: [
    // What it adds to every request: the time, the folder, and its list of tasks.
    /<info-msg>[\s\S]*?<\/info-msg>/g,
    // What it lets the model say after a summary.
    /^Your context was compacted\. .*$/,
  ],
};
