import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Driver, SessionPlace } from "./driver.ts";
import { writeConfiguration } from "./files.ts";
import { described, inTurn, SUB_AGENT_INPUT } from "./scripts.ts";

const shell = described("bash");

const NEWEST = "select id from session where parent_id is null order by time_updated desc limit 1";

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
        ? { context: 8000, output: 1000 }
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
      const database = new DatabaseSync(file, { readOnly: true });
      const id = database.prepare(NEWEST).get()?.id;
      database.close();
      return typeof id === "string" ? { id, path: file } : null;
    },
    sessionFiles: new RegExp(`^\\.local/share/${name}/${name}\\.db$`),
    shell,
    // It asks for leave before it looks outside the project.
    look: (file) => ({ name: "read", arguments: { filePath: file } }),
    compaction: {
      asksForSummary: /^(?!.*"tools":)(?!.*title generator)/s,
      usages: [9000],
    },
    subAgent: inTurn(
      { name: "task", arguments: { ...SUB_AGENT_INPUT, subagent_type: "general" } },
      shell,
    ),
    contexts,
  };
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

/** Kilo Code, which asks its user before it does anything unless that is permitted. */
export const kilo = driverFor(
  ["kilo", "KILO"],
  // What it adds to a prompt, and does not keep.
  [/<environment_details>[\s\S]*?<\/environment_details>/g],
  { permission: { "*": "allow", bash: "allow", edit: "allow" } },
);
