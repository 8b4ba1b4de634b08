/** One point that was looked at, and what to do about it. */
export interface Check {
  readonly area: "agents" | "servers and hooks" | "workspace" | "configuration";
  readonly subject: string;
  /** `note` is worth knowing, `problem` keeps something from working. */
  readonly status: "ok" | "note" | "problem";
  readonly detail: string;
  /** A command or an action; null when there is nothing to do. */
  readonly cure: string | null;
}
