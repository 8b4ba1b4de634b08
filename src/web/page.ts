/**
 * What a page shows, as plain data. Whoever builds one has replaced secrets and escaped invisible
 * characters; the components only lay it out.
 */

import type { Finding } from "../base/findings.ts";
import type { LessonParts } from "../model/lesson-lines.ts";
import type { HandoffReport } from "./text/handoff-report.ts";
import type { Sender } from "./text/message-writer.ts";

/** A page that `holdall view` and its relatives write. */
export type Page = SessionPage | HandoffPage | BundlePage | TaskPage | ComparisonPage | ReportPage;

/** What every page begins with. */
export interface PageHead {
  /** What the page is about, in a word or two: "Session", "task-bundle". */
  readonly kind: string;
  readonly title: string;
  readonly facts: readonly Fact[];
  /** What a reader must know before trusting the page: texts that were cut, secrets that were replaced. */
  readonly notes: readonly string[];
  /** The command that shows the same in a terminal. */
  readonly command: string;
  /** When the page was written, RFC 3339. */
  readonly written_at: string;
}

/** A label with its value. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** A conversation. */
export interface SessionPage extends PageHead {
  readonly page: "session";
  readonly conversation: ConversationData;
}

/** The dry run of a handoff. */
export interface HandoffPage extends PageHead {
  readonly page: "handoff";
  /** The name of the receiver. */
  readonly receiver: string;
  readonly report: HandoffReport;
  /** What to run, by what it does. */
  readonly commands: readonly Fact[];
}

/** A bundle of any format. */
export interface BundlePage extends PageHead {
  readonly page: "bundle";
  readonly findings: readonly PageFinding[];
  /** The contents in outline: heading and lines. */
  readonly outline: readonly { readonly heading: string; readonly lines: readonly string[] }[];
  readonly entries: readonly EntryData[];
  readonly files: readonly FileData[];
  /** The conversation of a bundle that contains one. */
  readonly conversation: ConversationData | null;
}

/** A finding with its place as one text. */
export interface PageFinding extends Pick<Finding, "severity" | "code" | "message"> {
  readonly place: string;
}

/** One entry of a state. */
export interface EntryData {
  readonly id: string;
  readonly slot: string;
  readonly text: string;
  readonly facts: readonly Fact[];
}

/** One file of a bundle. */
export interface FileData {
  readonly path: string;
  readonly size: number;
  /** What differs from a plain file: "link to …", "executable". */
  readonly mark: string;
}

/** The rows of a conversation, and the groups that are folded at first. */
export interface ConversationData {
  readonly rows: readonly Row[];
  /** Sub-agents and abandoned branches. A row belongs to at most one of them. */
  readonly groups: readonly RowGroup[];
}

/** Rows beside the conversation that was continued. */
export interface RowGroup {
  readonly kind: "sub-agent" | "branch";
  readonly title: string;
  readonly rows: number;
}

/** What kind of row it is; each looks different. */
export type RowKind =
  | "user"
  | "assistant"
  | "thinking"
  | "tool"
  | "summary"
  | "file"
  | "error"
  | "context";

/** One item of a conversation; a tool call contains its result. */
export interface Row {
  /** Counted from 1 through the page. */
  readonly number: number;
  /** The number under which `holdall show` has it; absent for what is beside the conversation. */
  readonly place?: number;
  /** The item that a citation names, where one may: a message, or an answer of the person. */
  readonly item?: string;
  readonly kind: RowKind;
  readonly at: string | null;
  /** Who wrote a message in the user's place, where it was not the user. */
  readonly sender?: Sender;
  /** The message; of a tool call its main argument, of a changed file its path. */
  readonly text: string;
  readonly tool?: ToolData;
  readonly diff?: string;
  /** Pictures of a message or of the result of a call, in the app alone. */
  readonly images?: readonly ImageData[];
  /** Tokens that were sent and received for it, where its agent records them, with their price in US dollars. */
  readonly used?: {
    readonly input: number;
    readonly output: number;
    readonly usd: number | null;
  };
  /** Index in `groups`. */
  readonly group?: number;
}

/** A picture that a record contains. */
export interface ImageData {
  /** Its bytes, as a `data:` address. */
  readonly source: string;
}

/** A tool call with its result. */
export interface ToolData {
  readonly name: string;
  /** The arguments as they were sent, formatted. */
  readonly input: string;
  /** What the call would replace in a file, where it names both texts. */
  readonly edit?: EditData;
  /** Null while no result was recorded. */
  readonly ok: boolean | null;
  readonly output: string | null;
  /** What the user answered to a tool that asks. */
  readonly answer?: string;
}

/** A replacement of one text by another. */
export interface EditData {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** One task bundle. */
export interface TaskPage extends PageHead {
  readonly page: "task";
  readonly run: RunData;
  /** The texts of the bundle, in reading order: task, acceptance, summary. */
  readonly texts: readonly { readonly heading: string; readonly text: string }[];
  readonly steps: readonly StepData[];
  readonly patch: string | null;
  readonly files: readonly FileData[];
  readonly findings: readonly PageFinding[];
}

/** A run as comparisons and reports show it. */
export interface RunData {
  readonly title: string;
  /** Where it is, without the folders above. */
  readonly place: string;
  readonly tool: string | null;
  readonly model: string | null;
  readonly status: "success" | "failure" | "partial" | null;
  readonly score: number | null;
  readonly judgeNotes: string | null;
  readonly steps: number;
  readonly tokens: number | null;
  readonly durationMs: number | null;
  readonly costUsd: number | null;
  readonly added: number | null;
  readonly removed: number | null;
}

/** One step of a run. */
export interface StepData {
  readonly kind: string;
  readonly subject: string;
  readonly ok: boolean | null;
  readonly exitCode: number | null;
  readonly error: string | null;
}

/** Several runs of a task: the first compared with each of the others. */
export interface ComparisonPage extends PageHead {
  readonly page: "comparison";
  readonly runs: readonly RunData[];
  readonly pairs: readonly PairData[];
}

/** Two runs side by side. */
export interface PairData {
  readonly left: RunData;
  readonly right: RunData;
  readonly steps: StepAlignment;
  /** Null where a run has no captured files. */
  readonly files: FileChangesData | null;
  /** What differs, in one line. */
  readonly verdict: string;
  readonly leftPatch: string | null;
  readonly rightPatch: string | null;
}

/** How the steps of two runs correspond. */
export interface StepAlignment {
  /** Steps of each run. */
  readonly left: number;
  readonly right: number;
  readonly aligned: number;
  readonly sameResult: number;
  readonly rows: readonly AlignedRow[];
  readonly omitted: number;
  readonly errors: {
    readonly both: readonly string[];
    readonly onlyLeft: readonly string[];
    readonly onlyRight: readonly string[];
  };
}

/** The same step of both runs, or a step of one. */
export interface AlignedRow {
  readonly side: "both" | "left" | "right";
  readonly leftNumber: number | null;
  readonly rightNumber: number | null;
  readonly left: StepData | null;
  readonly right: StepData | null;
  readonly sameResult: boolean | null;
}

/** Paths by what differs; the right run is seen as the newer one. */
export interface FileChangesData {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  readonly modeChanged: readonly string[];
  readonly same: number;
}

/** Ranking and leaderboards of many runs. It has no script. */
export interface ReportPage extends PageHead {
  readonly page: "report";
  readonly report: ReportData;
  readonly learning: LearningData | null;
  /** The two best runs of a task by different agents, side by side. */
  readonly pairs: readonly PairData[];
}

/** What the runs of each task show about why some fail. */
export interface LearningData {
  readonly lessons: readonly (LessonParts & {
    readonly title: string;
    readonly succeeded: number;
  })[];
  readonly tooFewRuns: number;
}

/** A success rate with its interval, all between 0 and 1. */
export interface RateData {
  readonly successes: number;
  readonly runs: number;
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

/** How a tool, a model or both together did. */
export interface StandingData {
  readonly key: string;
  readonly rank: number;
  readonly tool: string | null;
  readonly model: string | null;
  readonly runs: number;
  readonly tasks: number;
  readonly score: number | null;
  readonly successRate: RateData | null;
  readonly averageDurationMs: number | null;
  readonly averageTokens: number | null;
  readonly costPerSuccessUsd: number | null;
  readonly interventions: number | null;
  readonly erroredRuns: number;
}

/** Whether a difference is more than chance. */
interface VerdictData {
  readonly correctedP: number | null;
  readonly canBeChance: boolean;
}

/** What a report shows. */
export interface ReportData {
  readonly bundleCount: number;
  readonly scoredBundleCount: number;
  readonly averageScore: number | null;
  readonly successRate: RateData | null;
  readonly totalCostUsd: number | null;
  readonly ranking: readonly (Pick<
    RunData,
    "title" | "tool" | "model" | "status" | "score" | "durationMs" | "costUsd" | "tokens"
  > & {
    readonly rank: number;
    readonly bundleDir: string;
    readonly verified: boolean;
    readonly contradiction: string | null;
    readonly failedChecks: readonly { readonly name: string; readonly reason: string }[];
    readonly error: { readonly kind: string; readonly detail: string } | null;
  })[];
  readonly leaderboard: readonly StandingData[];
  readonly byTool: readonly StandingData[];
  readonly byModel: readonly StandingData[];
  readonly tasks: readonly {
    readonly title: string;
    readonly runs: number;
    readonly bestScore: number | null;
    readonly successRate: RateData | null;
    readonly leaderboard: readonly StandingData[];
  }[];
  readonly differences: readonly {
    readonly left: string;
    readonly right: string;
    readonly commonTasks: number;
    readonly delta: number | null;
    readonly onTheseTasks: VerdictData & { readonly moreRuns: number | null };
    readonly onTasksLikeThese: VerdictData & { readonly moreTasks: number | null };
  }[];
  /** What the figures alone do not say. */
  readonly notes: readonly string[];
  readonly errors: readonly { readonly path: string; readonly reason: string }[];
}
