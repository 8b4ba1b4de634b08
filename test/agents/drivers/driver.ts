/** How one agent is configured, asked and resumed without a terminal. */

/** The folders of one recorded machine, and the model it knows. */
export interface Place {
  readonly home: string;
  readonly project: string;
  /** The model's address, without a path. */
  readonly modelUrl: string;
}

/** What differs between scenarios. */
export interface Settings {
  /** The agent compacts as soon as the model claims a large usage. */
  readonly compactsEarly?: boolean;
}

/** A call of the program. */
export interface Invocation {
  readonly args: readonly string[];
  /** The prompt, where the program takes it on standard input. */
  readonly input?: string;
}

/** A session on disk. */
export interface SessionPlace {
  readonly id: string;
  /** Its file; for opencode the database. */
  readonly path: string;
}

/** What the harness knows of one agent. */
export interface Driver {
  /** Writes the configuration into the home, and answers with the environment besides `HOME`. */
  configure(place: Place, settings: Settings): Readonly<Record<string, string>>;
  /** Begins a session. */
  ask(prompt: string): Invocation;
  /** Continues one of the agent's own sessions. */
  resume(session: SessionPlace, prompt: string): Invocation;
  /**
   * Turns a command that a person would type to continue into one that asks and ends. The command
   * begins after the program's name.
   */
  askThrough(args: readonly string[], prompt: string): Invocation;
  /** What of the model's words it writes into a session, when that is not all. */
  keptText?(text: string): string;
  /** What of a result that it sends it has in a session, when that is not all. */
  keptResult?(text: string): string;
  /** The newest session of a home, sub-agents left out. */
  findSession(place: Place): SessionPlace | null;
}
