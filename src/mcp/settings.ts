import type { ToolSet } from "../operations/operation/tool.ts";
import type { Redactor } from "../redact/redactor.ts";
import type { KeptWorkspaces } from "../runtime/kept-workspaces.ts";

/** The settings of an MCP server; a client cannot change any of them. */
export interface McpSettings {
  /** Relative paths start here. */
  readonly cwd: string;
  /** Folders that paths given by a model must lie in. */
  readonly roots: readonly string[];
  /** The one folder in which tools create files. */
  readonly outputFolder: string;
  /** The workspace that was named; else it is found from `cwd`. */
  readonly store: string | undefined;
  /** Open for as long as the server runs. */
  readonly workspaces: KeptWorkspaces;
  /** The actor that is recorded for everything the tools do; null for the name of the client. */
  readonly actor: string | null;
  /** The sets of tools that are offered; null for every tool there is. */
  readonly sets: readonly ToolSet[] | null;
  /** Replaces secrets in everything that is answered; null when the person who started it wants them kept. */
  readonly redactor: Redactor | null;
  readonly now: () => Date;
  /** Where to listen; null for standard input and output. */
  readonly http: { readonly port: number; readonly token: string } | null;
  /** Reports what the person who started the server should know. */
  note(text: string): void;
}
