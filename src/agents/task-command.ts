/** How a task is given to a program. */
export interface AgentCommand {
  readonly program: string;
  /** The package of npm that has the program. */
  readonly npmPackage?: string;
  readonly args: readonly string[];
  /** What it reads on standard input. */
  readonly input: string;
  /** Variables of the user's environment that this agent needs: its keys, and what it is not to do. */
  readonly env: readonly string[];
}

/** What a command is built from. */
export interface CommandRequest {
  readonly prompt: string;
  readonly model: string | null;
  /** Whether the agent may run without its own sandbox. */
  readonly unsandboxed: boolean;
}

/**
 * Builds the command of an agent that does one task and ends, with the rights to edit files and run commands in its
 * folder. A prompt goes to standard input where the agent reads it.
 */
export type TaskCommand = (request: CommandRequest) => AgentCommand;

/** An option with its value; nothing without a value. */
export function option(flag: string, value: string | null): readonly string[] {
  return value === null ? [] : [flag, value];
}

/** The provider and the name of a model such as `anthropic/claude-sonnet-4-5`; no provider where none is named. */
export function splitModel(model: string): {
  readonly provider: string | null;
  readonly name: string;
} {
  const at = model.indexOf("/");
  return at === -1
    ? { provider: null, name: model }
    : { provider: model.slice(0, at), name: model.slice(at + 1) };
}

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
export function keysFor(model: string | null, ...usual: readonly string[]): readonly string[] {
  const provider = model === null ? null : splitModel(model).provider;
  const wanted = provider === null ? usual : [provider];
  return wanted.flatMap((name) => (Object.hasOwn(keys, name) ? (keys[name] ?? []) : []));
}
