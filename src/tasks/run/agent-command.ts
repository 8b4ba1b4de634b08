/** How a task is given to a program. */
export interface AgentCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** What it reads on standard input. */
  readonly input: string;
  /** Variables of the user's environment that this agent needs: its keys and folders. */
  readonly env: readonly string[];
}

/** What a command is built from. */
export interface CommandRequest {
  readonly prompt: string;
  readonly model: string | null;
  /** Whether the agent may run without its own sandbox. */
  readonly unsandboxed: boolean;
}

/** The agents with a ready-made command. */
export const runnableAgents = ["claude", "codex", "gemini", "opencode", "pi"] as const;
/** One of these. */
export type RunnableAgent = (typeof runnableAgents)[number];

type Build = (request: CommandRequest) => AgentCommand;

const XDG = ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"];

/**
 * The command of each agent that does one task and ends, with the rights to edit files and run commands in its
 * folder. A prompt goes to standard input where the agent reads it.
 */
export const agentCommands: Readonly<Record<RunnableAgent, Build>> = {
  claude: ({ prompt, model }) => ({
    program: "claude",
    args: [
      "-p",
      "--output-format",
      "json",
      "--permission-mode",
      "acceptEdits",
      ...option("--model", model),
      "--allowedTools",
      "Bash",
      "Read",
      "Write",
      "Edit",
      "Glob",
      "Grep",
    ],
    input: prompt,
    env: [
      "ANTHROPIC_API_KEY",
      "ANTHROPIC_AUTH_TOKEN",
      "ANTHROPIC_BASE_URL",
      "CLAUDE_CODE_OAUTH_TOKEN",
      "CLAUDE_CONFIG_DIR",
      "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
      "DISABLE_AUTOUPDATER",
      "DISABLE_TELEMETRY",
    ],
  }),
  codex: ({ prompt, model, unsandboxed }) => ({
    program: "codex",
    args: [
      "exec",
      "--skip-git-repo-check",
      "--sandbox",
      unsandboxed ? "danger-full-access" : "workspace-write",
      ...option("-m", model),
      "-",
    ],
    input: prompt,
    env: ["OPENAI_API_KEY", "CODEX_API_KEY", "CODEX_HOME"],
  }),
  gemini: ({ prompt, model }) => ({
    program: "gemini",
    args: ["--yolo", ...option("-m", model), "-p", prompt],
    input: "",
    env: [
      "GEMINI_API_KEY",
      "GOOGLE_API_KEY",
      "GOOGLE_GEMINI_BASE_URL",
      "GOOGLE_CLOUD_PROJECT",
      "GEMINI_CLI_TRUST_WORKSPACE",
    ],
  }),
  opencode: ({ prompt, model }) => ({
    program: "opencode",
    args: ["run", ...option("-m", model)],
    input: prompt,
    env: [
      ...XDG,
      "OPENCODE_CONFIG",
      "OPENCODE_DISABLE_MODELS_FETCH",
      ...keysFor(providerOf(model)),
    ],
  }),
  pi: ({ prompt, model }) => ({
    program: "pi",
    args: [...providerAndModel(model), "-p", prompt],
    input: "",
    env: [
      "PI_CODING_AGENT_DIR",
      "PI_OFFLINE",
      ...keysFor(providerOf(model), "anthropic", "openai"),
    ],
  }),
};

/** The variables with the keys of providers, by the name that agents know them under. */
const keys: Readonly<Record<string, readonly string[]>> = {
  anthropic: ["ANTHROPIC_API_KEY", "ANTHROPIC_OAUTH_TOKEN"],
  openai: ["OPENAI_API_KEY"],
  google: ["GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"],
  openrouter: ["OPENROUTER_API_KEY"],
  mistral: ["MISTRAL_API_KEY"],
  groq: ["GROQ_API_KEY"],
  xai: ["XAI_API_KEY"],
  deepseek: ["DEEPSEEK_API_KEY"],
};

/**
 * The keys of the provider that a model names, else of the usual ones. An agent that knows many providers gets no
 * other key, because it works on a stranger's files.
 */
function keysFor(provider: string | null, ...usual: readonly string[]): readonly string[] {
  const wanted = provider === null ? usual : [provider];
  return wanted.flatMap((name) => (Object.hasOwn(keys, name) ? (keys[name] ?? []) : []));
}

/** The provider that a model names: `anthropic/claude-sonnet-4-5`. */
function providerOf(model: string | null): string | null {
  const at = model?.indexOf("/") ?? -1;
  return at === -1 ? null : (model?.slice(0, at) ?? null);
}

function option(flag: string, value: string | null): readonly string[] {
  return value === null ? [] : [flag, value];
}

/** pi takes the provider of a model apart: `anthropic/claude-sonnet-4-5`. */
function providerAndModel(model: string | null): readonly string[] {
  if (model === null) return [];
  const at = model.indexOf("/");
  return at === -1
    ? ["--model", model]
    : ["--provider", model.slice(0, at), "--model", model.slice(at + 1)];
}

/** Whether there is a ready-made command for a name. */
export function isRunnable(name: string): name is RunnableAgent {
  return runnableAgents.some((each) => each === name);
}
