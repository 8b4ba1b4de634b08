import type { Stats } from "node:fs";
import type { Finding } from "../base/findings.ts";
import type { LossItem } from "../model/loss.ts";
import type { ToolKind, TranscriptHeader, TranscriptItem } from "../model/transcript.ts";
import type { AcpServer } from "./acp-server.ts";
import type { ModelAddresses } from "./model-address.ts";
import type { PersonSigns } from "./person-signs.ts";
import type { RecordKinds } from "./record-kinds.ts";
import type { FindRequestError } from "./run-error.ts";
import type { TaskCommand } from "./task-command.ts";
import type { UserFiles } from "./user-files.ts";

/** Where this machine's agents keep their things; passed in, so that a test can name another home. */
export interface AgentEnvironment {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What is known of the files in the agents' stores, so that not all of their heads are read again. */
  readonly known?: KnownFiles;
  /** Called for what has the name of a session in an agent's store and is none, or is not there. */
  readonly onUnrecognised?: (path: string) => void;
}

/** What makes a file the same as before. Only a change of its bytes or its place changes these. */
export type FileStamp = Pick<Stats, "size" | "mtimeMs" | "ctimeMs" | "ino">;

/** What is known of files by their stamps; null for a file that is no session. */
export interface KnownFiles {
  /** What the file was with this stamp: undefined when that is not known, `listed` for a session that is listed already. */
  find(path: string, stamp: FileStamp): FoundSession | "listed" | null | undefined;
  /** Keeps what was found in a file that had this stamp before it was read. */
  learn(path: string, stamp: FileStamp, found: FoundSession | null): void;
}

/** A session as an agent's own store has it, found without reading it whole. */
export interface FoundSession {
  readonly agent: string;
  readonly id: string;
  /** The file, or the database, that contains it. */
  readonly path: string;
  /** The folder in which it was recorded, when the head of the session says so. */
  readonly cwd: string | null;
  readonly bytes: number;
  /** When its last message was written; the date of its file where that is not known. */
  readonly modified_ms: number;
  /** The session that started it, for a sub-agent's. */
  readonly parent_id: string | null;
  /** Put away by its user, in an agent that can do that. */
  readonly archived?: true;
}

/** One stream of records; a row of a database is a line of JSON here. */
export interface SourceFile {
  /** Relative to the session's folder. */
  readonly path: string;
  readonly bytes: number;
  /** From a byte on; the same bytes every time. */
  read(from?: number): AsyncIterable<Uint8Array>;
  /** Set for a file that is read as it is on the disk: a program that continues the session only adds to it. */
  readonly isPlain?: true;
  /** Where a line is in fact, for a stream that several files were joined to; by default in this one. */
  placeOf?(line: number): FilePlace;
}

/** A line of a file. */
export interface FilePlace {
  readonly file: string;
  readonly line: number;
}

/** A session to read: the main stream first, then those of its sub-agents. */
export interface SessionSource {
  readonly session: FoundSession;
  readonly files: readonly SourceFile[];
  /** For a move: lines of the main file whose record follows one that is not in it. */
  readonly dangling?: ReadonlySet<number>;
}

/**
 * Sub-agents' sessions by the id of the session that started them, from a store that was looked through. Who
 * opens many sessions passes it, so that the store is not looked through for each of them.
 */
export type StartedSessions = ReadonlyMap<string, readonly FoundSession[]>;

/** A folder of a store with files of sessions, under a name that is the same on every machine. */
export interface StorePlace {
  readonly folder: string;
  /** Which paths in there, separated by `/`, may be files of sessions: nothing else is put back from a copy. */
  readonly paths: RegExp;
}

/** What is on disk of a session. */
export interface SessionFiles {
  /** Its main file or database first. */
  readonly files: readonly string[];
  /** Folders in which everything belongs to it. One that does not exist yet may appear. */
  readonly folders?: readonly string[];
}

/** Where the files of sessions are, for a copy from which a program can continue them. */
export interface StoreFiles {
  readonly places: Readonly<Record<string, StorePlace>>;
  /** What belongs to a session, its sub-agents included, unless `find` lists them as sessions of their own. */
  filesOf(session: FoundSession): Promise<SessionFiles>;
  /** When a session began, for an agent that gives the id of a deleted session to a later one. */
  startOf?(session: FoundSession): string | null;
}

/** What became of every source record: the three add up to `records`, in all and by type. */
export interface Accounting {
  readonly records: number;
  readonly transcript: number;
  readonly opaque: number;
  readonly lost: number;
  readonly by_type: Readonly<
    Record<string, { readonly transcript: number; readonly opaque: number; readonly lost: number }>
  >;
}

/**
 * A session that has been read once: indexed and accounted for, its contents still in the file.
 * It takes memory by the number of records, never by their size.
 */
export interface IndexedSession {
  readonly header: TranscriptHeader;
  readonly accounting: Accounting;
  /** Torn and damaged lines, cycles, doubled ids, unknown types and versions. */
  readonly findings: readonly Finding[];
  /** Bytes of the main stream that were complete lines; what is later belongs to the next reading. */
  readonly complete_bytes: number;
  /** The conversation in order, calls paired with their results; then paths that were left; then sub-agents. */
  items(): AsyncIterable<TranscriptItem>;
}

/**
 * What a session that moves to the same agent carries besides its conversation: nothing, for a session from
 * elsewhere; records that no table knows, for one from the user's own store; its settings as well, when they are asked for.
 */
export type CarriedSettings = "none" | "unknown" | "all";

/** A session that is to be written for an agent. */
export interface PlannedSession {
  readonly header: TranscriptHeader;
  /** In force only, in order, redacted and fitted; every call is followed by its result. */
  items(): AsyncIterable<TranscriptItem>;
  readonly session_id: string;
  /** The project folder the receiver will work in; absolute and real. */
  readonly cwd: string;
  readonly title: string;
  /** Where the work came from and what was left out, framed; the receiver's first text. */
  readonly note: string;
  readonly now: Date;
  /** What the receiver's own configuration says, when its form asks for it. */
  readonly settings: Readonly<Record<string, string>>;
  /** What a move carries besides the conversation; nothing, unless it is said. */
  readonly carriedSettings?: CarriedSettings;
}

/** The same while it is written: what its form cannot express is reported. */
export interface SessionDraft extends PlannedSession {
  /** Everything that could not be written as it was. */
  loss(item: LossItem): void;
}

/** The resume commands and the place of a session that was written. */
export interface PlacedSession {
  readonly session_id: string;
  /** What the program takes by path, or the file itself. */
  readonly path: string;
  /** Files and folders made, innermost last, for undoing. */
  readonly created: readonly string[];
  /** Commands that continue it, the best first. */
  readonly resume: readonly (readonly string[])[];
  readonly notes: readonly string[];
}

/** Where a session is, for the commands that continue it. */
export type SessionPlace = Pick<PlacedSession, "session_id" | "path">;

/** Commands that continue a session, the best first. */
export type ResumeCommands = PlacedSession["resume"];

/** How one agent names a tool that several have. */
export interface NativeTool {
  readonly name: string;
  /** Our argument names, from the agent's: `command`, `path`, `content`, `old`, `new`, `pattern`, `url`, `query`, `prompt`. */
  readonly arguments: Readonly<Record<string, string>>;
}

/**
 * One coding agent: where its sessions are, what they say, how a session is written for it.
 *
 * Contract, checked by test/conformance/agent-suite.ts against every line of the registry:
 * - every source record is transcript, opaque or lost, and the counts add up;
 * - a torn last line, a damaged line, a cycle, a doubled id, an unknown kind never stop the reader;
 * - a record of a kind that `kinds` does not name is an opaque item that is marked as unknown;
 * - a result follows its call, wherever the agent wrote it;
 * - what `write` gives reads back as the same messages, calls and results, or the loss says why not;
 * - the same draft written twice gives the same bytes.
 */
export interface Agent {
  /** What people type: `claude`. */
  readonly id: string;
  /** What people read: `Claude Code`. */
  readonly displayName: string;
  /** Name of its program, for the commands that continue a session. */
  readonly program: string | null;
  /** Versions of the program that were tried, oldest and newest. */
  readonly testedVersions: { readonly oldest: string; readonly newest: string };
  /** The kinds of records that it writes; one of any other kind counts as missing from the conversation. */
  readonly kinds: RecordKinds;
  /** Tokens that its usual model takes; null when that depends on the user's own choice of a model. */
  readonly contextWindow: number | null;
  /** Names of the tools that several agents have; the first spelling of a kind is written. */
  readonly tools: readonly (readonly [ToolKind, NativeTool])[];
  /** Its command that does one task and ends. Absent for an agent that `task run` cannot start. */
  readonly taskCommand?: TaskCommand;
  /** What that command says of a request to the model that failed. */
  readonly findRequestError?: FindRequestError;
  /** How its sessions show that a person answered or refused something; absent where nothing shows it. */
  readonly personSigns?: PersonSigns;
  /** What that command needs of the user's home; every agent with a `taskCommand` has one. */
  readonly userFiles?: UserFiles;
  /** Where that command asks the model; every agent with a `taskCommand` has one. */
  readonly modelAddresses?: ModelAddresses;
  /** The server with which its program shows a session to an editor; absent for an agent that has none. */
  readonly acpServer?: AcpServer;
  /**
   * Whether its program would take a user's message with this text for something of its own, because it
   * begins with one of the program's marks. Absent for an agent that marks nothing by its text.
   */
  isReservedText?(text: string): boolean;
  /**
   * Whether a later record may replace an earlier one: then a session can only be understood from its first
   * byte, and not continued where an earlier reading ended.
   */
  readonly rewritesRecords?: true;
  /** Whether its store has a file for each session, and `find` gives each as it is, whatever else is there. */
  readonly hasFilePerSession?: true;
  /** Sessions in its store, in no order; heads only. Refuses what it cannot read after all that it can. */
  find(environment: AgentEnvironment): AsyncIterable<FoundSession>;
  /** Its store as folders and files, for copies of sessions as they are. */
  storeFiles(environment: AgentEnvironment): StoreFiles;
  /** A session at a path: its main file and those of its sub-agents, which are looked for unless given. */
  open(session: FoundSession, started?: StartedSessions): Promise<SessionSource>;
  /** A file or folder named by the user, when it is this agent's; a pipe or a device is nobody's. */
  recognise(path: string): Promise<FoundSession | null>;
  /** All sessions of a database named by the user. Absent for an agent that has none; refuses what it cannot read. */
  sessionsAt?(path: string): Promise<readonly FoundSession[]>;
  read(source: SessionSource): Promise<IndexedSession>;
  /** Absent for an agent that is only read. */
  readonly writer?: AgentWriter;
}

/** A file beside the main one, of a session that moves as it is. */
export interface MovedFile {
  /** Its path in the source. */
  readonly source: string;
  /** Where it goes. */
  readonly path: string;
  /** The sub-agent's old id and its new one, when it gets one. */
  readonly renamed?: readonly [from: string, to: string];
  /** Its text; what cannot be written as it was goes to `loss`. */
  text(loss: SessionDraft["loss"]): AsyncIterable<string>;
}

/** What a program keeps of a placed session in a store of its own. */
export interface ProgramStore {
  /** How the session is there, beside the file it was taken from. */
  inspect(
    session_id: string,
    file: string,
    environment: AgentEnvironment,
  ): Promise<"absent" | "placed" | "changed">;
  /** A step that lets the program delete it and can be taken while the process ends; null without the program. */
  prepareRemoval(session_id: string, environment: AgentEnvironment): Promise<(() => void) | null>;
  /** Lets the program delete it; false when it could not. */
  remove(session_id: string, environment: AgentEnvironment): Promise<boolean>;
}

/** How a session is made for an agent. */
export interface AgentWriter {
  newSessionId(random: () => string, now: Date): string;
  /** What must be known of the receiver before writing, such as its model provider. */
  readSettings(environment: AgentEnvironment): Promise<Readonly<Record<string, string>>>;
  /** The names of tools in the version that is installed, for an agent whose versions differ in them; else `Agent.tools`. */
  toolsIn?(environment: AgentEnvironment): Promise<Agent["tools"]>;
  /** The main file's text, piece by piece. */
  write(draft: SessionDraft): AsyncIterable<string>;
  /**
   * Files with which the main one is written, for a session that is more than one file; a move has them among those
   * of sub-agents. Losses are reported by `write` alone.
   */
  filesBeside?(session: PlannedSession, target: string): readonly MovedFile[];
  /** Where the session goes in the receiver's store; refuses an unknown layout. */
  targetPath(session: PlannedSession, environment: AgentEnvironment): Promise<string>;
  /** After the files are in place: what makes the agent's own list show it, and how it is continued. */
  register(
    session: PlannedSession,
    path: string,
    environment: AgentEnvironment,
    subAgentFiles?: readonly MovedFile[],
  ): Promise<PlacedSession>;
  /** How a session in its store is continued, given what `readSettings` answers. */
  resumeCommands(session: SessionPlace, settings: PlannedSession["settings"]): ResumeCommands;
  /** The file in which the program went on with the session at a path; absent for one that goes on in the same file. */
  copyOf?(path: string): Promise<string | null>;
  /** The command with which a person deletes a session. Absent for an agent that has none, and so no `programStore`. */
  removeCommand?(session_id: string): readonly string[];
  /** Absent for an agent whose files are all it keeps. */
  readonly programStore?: ProgramStore;
  /**
   * The same agent's own session under another folder and id: its bytes, with only the paths and ids
   * that must change, and without the settings that its `settings-records.ts` names. What was said and done
   * stays, whatever it names.
   */
  relocate(
    source: SessionSource,
    draft: SessionDraft,
    subAgentFiles?: readonly MovedFile[],
  ): AsyncIterable<string>;
  /**
   * The files of its sub-agents, which move with it under the same rule; what has no place is a loss.
   * Absent for an agent that keeps none.
   */
  subAgentFiles?(
    source: SessionSource,
    draft: SessionDraft,
    target: string,
  ): Promise<readonly MovedFile[]>;
}
