/** How one agent is configured, asked and resumed without a terminal, and what its scripted model has to say. */
import type { Script, ScriptedCall } from "../model/script.ts";
import type { Absence } from "../scenarios/scenario.ts";

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

/** How an agent comes to compact a session. */
export interface CompactionScript {
  /** The question by which it asks its model for a summary. */
  readonly asksForSummary: RegExp;
  /** What the model claims to have used, so that the program compacts when the next request is due. */
  readonly usages: readonly number[];
  /** The same for the last answer of a turn: some look at the usage when a turn has ended. */
  readonly lastUsage?: number;
  /** What its user types for it, where it would compact at another moment by itself. */
  readonly command?: string;
  /** Numbers in an answer that is long enough to be worth a compaction. */
  readonly length?: number;
  /** The form in which it takes a summary. */
  wrap?(summary: string): string;
}

/** What the harness knows of one agent. Everything that differs between agents is here, so that a new one is a file and a line. */
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
  /** The files of its home that contain sessions. */
  readonly sessionFiles: RegExp;
  /** Corrects what it wrote in a way in which it would not send all of it again. */
  mend?(session: SessionPlace): void;
  /** It asks its model again before the results that it sends are in its session. */
  readonly writesLate?: true;
  /** Calls its tool that runs a command in a shell. */
  shell(command: string): ScriptedCall;
  /** Calls its tool that looks at a file, or at something else that is not there. */
  look(file: string): ScriptedCall;
  readonly compaction: CompactionScript;
  /** What its model answers when a helper is to count the trees, or why it has no helpers. */
  readonly subAgent: Script | Absence;
  /**
   * What the program makes for every request: it is in no session, and a receiver makes its own. Texts have single
   * spaces here.
   */
  readonly contexts: readonly RegExp[];
}
