/**
 * What a page shows, as plain data. Whoever builds one has replaced secrets and escaped invisible
 * characters; the components only lay it out.
 */

import type { Finding } from "../base/findings.ts";

/** A page that `holdall view` and its relatives write. */
export type Page = SessionPage | BundlePage;

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
  readonly kind: RowKind;
  readonly at: string | null;
  /** The message; of a tool call its main argument, of a changed file its path. */
  readonly text: string;
  readonly tool?: ToolData;
  readonly diff?: string;
  /** Index in `groups`. */
  readonly group?: number;
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
}

/** A replacement of one text by another. */
export interface EditData {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}
