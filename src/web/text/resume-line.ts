import { quoteForShell } from "../../base/text/quote-for-shell.ts";

/** A session that its own agent can continue. */
export interface ResumableSession {
  /** The command; null where none is known. */
  readonly resume: readonly string[] | null;
  /** The folder in which the agent finds it. */
  readonly cwd: string | null;
}

/** One line for a shell that continues a session in its own agent; null where no command is known. */
export function resumeLine({ resume, cwd }: ResumableSession): string | null {
  if (resume === null) return null;
  const line = resume.map(quoteForShell).join(" ");
  // A log may name anything as its folder; only a path is one.
  return cwd?.startsWith("/") ? `cd ${quoteForShell(cwd)} && ${line}` : line;
}
