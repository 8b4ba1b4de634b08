import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Driver, SessionPlace } from "./driver.ts";
import { writeConfiguration } from "./files.ts";
import { described, inTurn, SUB_AGENT_INPUT } from "./scripts.ts";

const shell = described("bash");

/** OpenCode 2 works in a process of its own here, and asks nobody for leave. */
const RUN_2 = ["run", "--standalone", "--auto"];
const DATABASE_2 = ".local/share/opencode/opencode.db";
const shell2 = described("shell");

/** A program made from opencode: its name and how its variables begin. */
type ProgramNames = readonly [name: string, variables: string];

/** A driver for opencode or a program made from it. A prompt given as an argument would be stored with quotes around it. */
function driverFor(
  [name, variables]: ProgramNames,
  contexts: Driver["contexts"],
  more: object,
): Driver {
  return {
    configure({ home, modelUrl }, { compactsEarly }) {
      const limit = compactsEarly
        ? { context: 40000, output: 1000 }
        : { context: 200000, output: 8000 };
      const modalities = { input: ["text", "image"], output: ["text"] };
      writeConfiguration(path.join(home, `.config/${name}/${name}.json`), {
        autoupdate: false,
        share: "disabled",
        model: "mock/scripted",
        provider: {
          mock: {
            npm: "@ai-sdk/openai-compatible",
            options: { baseURL: `${modelUrl}/v1`, apiKey: "any" },
            models: { scripted: { name: "scripted", limit, attachment: true, modalities } },
          },
        },
        ...more,
      });
      // Reading its own list of thousands of models takes seconds of every start.
      const noModels = path.join(home, `.config/${name}/models.json`);
      writeConfiguration(noModels, {});
      return {
        [`${variables}_DISABLE_MODELS_FETCH`]: "1",
        [`${variables}_MODELS_PATH`]: noModels,
        // Kilo waits two seconds at its end for a server of reports that it cannot reach.
        [`${variables}_TELEMETRY_LEVEL`]: "off",
        // It installs packages into its home by itself: here it finds none, and early versions fail without.
        [`${variables}_DISABLE_DEFAULT_PLUGINS`]: "1",
        npm_config_registry: modelUrl,
      };
    },
    ask: (prompt) => ({ args: ["run"], input: prompt }),
    resume: ({ id }, prompt) => ({ args: ["run", "-s", id], input: prompt }),
    askThrough: (args, prompt) => ({ args: ["run", ...args], input: prompt }),
    findSession({ home }) {
      const file = path.join(home, `.local/share/${name}/${name}.db`);
      if (!fs.existsSync(file))
        return newestInTree(path.join(home, `.local/share/${name}/storage`));
      return newestInDatabase(file, "session");
    },
    sessionFiles: new RegExp(`^\\.local/share/${name}/${name}\\.db$`),
    shell,
    // It asks for leave before it looks outside the project.
    look: (file) => ({ name: "read", arguments: { filePath: file } }),
    compaction: {
      asksForSummary: /^(?!.*"tools":)(?!.*title generator)/s,
      usages: [41000],
    },
    subAgent: inTurn(
      { name: "task", arguments: { ...SUB_AGENT_INPUT, subagent_type: "general" } },
      shell,
    ),
    contexts,
  };
}

function newestInDatabase(file: string, table: "session" | "session_v2"): SessionPlace | null {
  const database = new DatabaseSync(file, { readOnly: true });
  const sql = `select id from ${table} where parent_id is null order by time_updated desc limit 1`;
  const id = database.prepare(sql).get()?.id;
  database.close();
  return typeof id === "string" ? { id, path: file } : null;
}

/** The newest session of an early version, which keeps each in many small files. */
function newestInTree(storage: string): SessionPlace | null {
  const hasMessages = (file: string) =>
    fs.existsSync(path.join(storage, "message", path.basename(file, ".json")));
  const files = fs.globSync(path.join(storage, "session/*/ses_*.json")).filter(hasMessages);
  const time = (file: string) => fs.statSync(file).mtimeMs;
  const [newest] = files.sort((left, right) => time(right) - time(left));
  return newest === undefined ? null : { id: path.basename(newest, ".json"), path: newest };
}

/** opencode. */
export const opencode = driverFor(
  ["opencode", "OPENCODE"],
  // Its own words before a summary, and instead of the result of an interrupted call.
  [/^What did we do so far\?$/, /^\[Tool execution was interrupted\]$/],
  {},
);

/** OpenCode 2, which has tables of its own for sessions, and asks its user before it runs a command, unless it gets `--auto`. */
export const opencode2: Driver = {
  ...opencode,
  ask: (prompt) => ({ args: RUN_2, input: prompt }),
  resume: ({ id }, prompt) => ({ args: [...RUN_2, "-s", id], input: prompt }),
  askThrough: (args, prompt) => ({ args: [...RUN_2, ...args], input: prompt }),
  findSession: ({ home }) => newestInDatabase(path.join(home, DATABASE_2), "session_v2"),
  shell: shell2,
  look: (file) => ({ name: "read", arguments: { path: file } }),
  keptResult: errorMessageOf,
  compaction: {
    asksForSummary: /You MUST summarize the conversation above/,
    usages: [41000],
    // It refuses a summary without its headings.
    wrap: (summary) => `## Objective\n- ${summary}\n\n## Next Move\n1. (none)`,
  },
  subAgent: inTurn(
    { name: "subagent", arguments: { ...SUB_AGENT_INPUT, agent: "general" } },
    shell2,
  ),
};

/** It sends a failed result as JSON. */
function errorMessageOf(text: string): string {
  if (!text.startsWith('{"error":')) return text;
  const { error }: { error: { message: string } } = JSON.parse(text);
  return error.message;
}

/** Kilo Code, which asks its user before it does anything unless that is permitted. */
export const kilo = driverFor(
  ["kilo", "KILO"],
  // What it adds to a prompt, and does not keep.
  [/<environment_details>[\s\S]*?<\/environment_details>/g],
  { permission: { "*": "allow", bash: "allow", edit: "allow" } },
);
