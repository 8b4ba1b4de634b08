/** The programs of other makers, at the versions that the tests know. */
import type { ScenarioName } from "./scenarios/scenarios.ts";

/** Names of the agents that sessions are recorded with and handed to. */
export const agentNames = [
  "claude",
  "codex",
  "gemini",
  "opencode",
  "pi",
  "kilo",
  "copilot",
  "qwen",
  "kimi",
  "goose",
  "grok",
] as const;

/** The name of one of the programs, which is also its command. */
export type AgentName = (typeof agentNames)[number];

/** Names of the agents that `task run` starts. */
export const taskAgentNames = ["claude", "codex", "gemini", "opencode", "pi"] as const;

/** The name of an agent that `task run` starts. */
export type TaskAgentName = (typeof taskAgentNames)[number];

/** How a program asks its model. */
export type Protocol = "messages" | "responses" | "gemini" | "chat";

/** What is installed for one agent. Its whole tree is pinned in `locks/<name>/`. */
export interface Program {
  readonly npmPackage: string;
  /** What the program says of itself. */
  readonly version: string;
  /** The version of its package, where that is another one. */
  readonly packageVersion?: string;
  readonly protocol: Protocol;
  /** The executable below `node_modules`, by platform; a platform without one is not supported. */
  readonly executables: Readonly<Record<string, string>>;
  /** Left out are packages that it can do without. */
  readonly omitsOptional?: true;
  /** The kinds of sessions that it is tried with; every kind, unless it says so. */
  readonly scenarios?: readonly string[];
}

/** Programs written for Node are the same file everywhere. */
function onNode(file: string): Program["executables"] {
  return { "linux-x64": file, "linux-arm64": file, "darwin-x64": file, "darwin-arm64": file };
}

/** The pinned programs. A new version is a new line here, a new lock, and a new full run. */
export const programs: Readonly<Record<AgentName, Program>> = {
  claude: {
    npmPackage: "@anthropic-ai/claude-code",
    version: "2.1.328",
    protocol: "messages",
    executables: {
      "linux-x64": "@anthropic-ai/claude-code-linux-x64/claude",
      "linux-arm64": "@anthropic-ai/claude-code-linux-arm64/claude",
      "darwin-x64": "@anthropic-ai/claude-code-darwin-x64/claude",
      "darwin-arm64": "@anthropic-ai/claude-code-darwin-arm64/claude",
    },
  },
  codex: {
    npmPackage: "@openai/codex",
    version: "0.169.0",
    protocol: "responses",
    executables: {
      "linux-x64": "@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex",
      "linux-arm64": "@openai/codex-linux-arm64/vendor/aarch64-unknown-linux-musl/bin/codex",
      "darwin-x64": "@openai/codex-darwin-x64/vendor/x86_64-apple-darwin/bin/codex",
      "darwin-arm64": "@openai/codex-darwin-arm64/vendor/aarch64-apple-darwin/bin/codex",
    },
  },
  gemini: {
    npmPackage: "@google/gemini-cli",
    version: "0.61.0",
    protocol: "gemini",
    executables: onNode("@google/gemini-cli/bundle/gemini.js"),
  },
  opencode: {
    npmPackage: "opencode-ai",
    version: "1.18.33",
    protocol: "chat",
    // The lock names the packages of these platforms directly: through `opencode-ai` a machine
    // would get two builds of 150 MB each.
    executables: {
      "linux-x64": "opencode-linux-x64-baseline/bin/opencode",
    },
  },
  pi: {
    npmPackage: "@earendil-works/pi-coding-agent",
    version: "1.5.2",
    protocol: "chat",
    // One bundle, and jiti for extensions. The lock leaves out the other packages that it names: some of this version are
    // missing in registries, and the program loads none of them.
    executables: onNode("@earendil-works/pi-coding-agent/dist/bundle/cli.js"),
  },
  kilo: {
    npmPackage: "@kilocode/cli",
    version: "7.7.9",
    protocol: "chat",
    executables: { "linux-x64": "@kilocode/cli-linux-x64/bin/kilo" },
    // It reads and writes with the same code as opencode, and takes half a minute to start.
    scenarios: ["plain", "sub-agent"],
  },
  copilot: {
    npmPackage: "@github/copilot",
    version: "1.0.102",
    protocol: "chat",
    executables: {
      "linux-x64": "@github/copilot-linux-x64/copilot",
      "linux-arm64": "@github/copilot-linux-arm64/copilot",
      "darwin-x64": "@github/copilot-darwin-x64/copilot",
      "darwin-arm64": "@github/copilot-darwin-arm64/copilot",
    },
  },
  qwen: {
    npmPackage: "@qwen-code/qwen-code",
    version: "0.24.4",
    protocol: "chat",
    executables: onNode("@qwen-code/qwen-code/cli-entry.js"),
  },
  kimi: {
    npmPackage: "@moonshot-ai/kimi-code",
    version: "2.1.0",
    protocol: "chat",
    executables: onNode("@moonshot-ai/kimi-code/dist/main.mjs"),
  },
  goose: {
    npmPackage: "@aaif/goose",
    version: "1.34.0",
    packageVersion: "0.20.1",
    protocol: "chat",
    // The lock names the package of this platform directly: the others contain a screen that is not needed.
    executables: { "linux-x64": "@aaif/goose-binary-linux-x64/bin/goose" },
  },
  grok: {
    npmPackage: "@xai-official/grok",
    version: "1.0.41",
    protocol: "chat",
    // The lock names the package of this platform directly: a script of the other would only decompress it.
    executables: { "linux-x64": "@xai-official/grok-linux-x64/bin/grok.br" },
  },
};

/** Servers with which agents show a session to an editor, where those are packages of their own. */
export const acpServers = {
  "codex-acp": {
    version: "2.6.0",
    executables: onNode("@agentclientprotocol/codex-acp/dist/index.js"),
    // Codex itself, 400 MB: the installed one is used.
    omitsOptional: true,
  },
  "claude-agent-acp": {
    version: "0.100.0",
    executables: onNode("@agentclientprotocol/claude-agent-acp/dist/index.js"),
    // Another copy of Claude Code: the installed one is used.
    omitsOptional: true,
  },
} as const satisfies Readonly<Record<string, Omit<Program, "npmPackage" | "protocol">>>;

/** A program that is driven in a way of its own. */
export type DriverName = AgentName | "opencode2";

/** A version of an agent's program beside the one of `programs`. It has a lock of its own. */
export interface OtherVersion extends Pick<Program, "version" | "executables"> {
  readonly agent: AgentName;
  /** How it is driven, where that is not as the agent is. */
  readonly driver?: DriverName;
  /** Its package in the registry, for one that is the newest of its kind. */
  readonly npmPackage?: string;
  /** The kinds of sessions that it is tried with. */
  readonly scenarios: readonly ScenarioName[];
}

const FEW = ["plain", "parallel"] as const;

/**
 * Other versions that are promised: of some agents the oldest (`testedVersions`), and OpenCode 2, which keeps its sessions
 * in another way than the version before it.
 */
const others = {
  "oldest-claude": {
    agent: "claude",
    version: "1.0.24",
    executables: onNode("@anthropic-ai/claude-code/cli.js"),
    scenarios: FEW,
  },
  "oldest-codex": {
    agent: "codex",
    version: "0.53.0",
    executables: {
      "linux-x64": "@openai/codex/vendor/x86_64-unknown-linux-musl/codex/codex",
      "linux-arm64": "@openai/codex/vendor/aarch64-unknown-linux-musl/codex/codex",
      "darwin-x64": "@openai/codex/vendor/x86_64-apple-darwin/codex/codex",
      "darwin-arm64": "@openai/codex/vendor/aarch64-apple-darwin/codex/codex",
    },
    scenarios: FEW,
  },
  "oldest-opencode": {
    agent: "opencode",
    version: "1.1.11",
    executables: { "linux-x64": "opencode-linux-x64-baseline/bin/opencode" },
    scenarios: FEW,
  },
  opencode2: {
    agent: "opencode",
    driver: "opencode2",
    npmPackage: "@opencode/cli-linux-x64-baseline",
    version: "2.0.15",
    executables: { "linux-x64": "@opencode/cli-linux-x64-baseline/bin/opencode" },
    scenarios: [...FEW, "failing", "characters", "sub-agent", "compaction"],
  },
  "oldest-pi": {
    agent: "pi",
    version: "0.73.1",
    executables: onNode("@mariozechner/pi-coding-agent/dist/cli.js"),
    scenarios: FEW,
  },
  "oldest-copilot": {
    agent: "copilot",
    version: "1.0.64",
    executables: { "linux-x64": "@github/copilot-linux-x64/copilot" },
    scenarios: FEW,
  },
} as const satisfies Readonly<Record<string, OtherVersion>>;

/** The name of one of the other versions. */
export type OtherName = keyof typeof others;

/** The other versions by name. */
export const otherVersions: Readonly<Record<OtherName, OtherVersion>> = others;

/** Whether an agent is tried with a kind of session. */
export function isTriedWith(name: AgentName, scenario: string): boolean {
  return programs[name].scenarios?.includes(scenario) ?? true;
}

/** The kind of session that every agent gets from every agent. */
const FOR_EVERY_PAIR = "plain";
/** Agents with which the others are tried in every kind of session. */
const PARTNERS: readonly AgentName[] = ["claude", "codex"];

/**
 * Whether a session of a kind goes from one agent to another. All that is read becomes the same transcript, from which
 * all is written: what an agent's reading or writing lacks shows with any partner. So agents that `task run` does not start
 * are tried with themselves and with two others, and with all of them in one kind of session.
 */
export function isPairTried(from: AgentName, to: AgentName, scenario: string): boolean {
  if (!isTriedWith(from, scenario) || !isTriedWith(to, scenario)) return false;
  if (scenario === FOR_EVERY_PAIR || from === to) return true;
  const areStarted = [from, to].every((name) => taskAgentNames.some((one) => one === name));
  return areStarted || PARTNERS.includes(from) || PARTNERS.includes(to);
}
