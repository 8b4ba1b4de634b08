import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import type { Answer } from "../../answers.ts";

/** What would be sent, or was. */
export type Pushed = Answer<"push">;

/** What somebody wants to send, as it was typed. */
export interface Sending {
  /** A session's id, the path of a bundle or of runs, or `kit`. */
  readonly what: string;
  readonly where: string;
  /** The public key for which it is encrypted; empty for nobody. */
  readonly recipient: string;
}

/** The input of `push`. */
export function sendInput({ what, where, recipient }: Sending): object {
  const seal = recipient.trim();
  return { what, where: where.trim(), ...(seal === "" ? {} : { seal: [seal] }) };
}

/** The command that does the same in a terminal. */
export function sendCommand({ what, where, recipient }: Sending, options = ""): string {
  const seal = recipient.trim() === "" ? "" : ` --seal ${quoteForShell(recipient.trim())}`;
  const place = where.trim() === "" ? "WHERE" : quoteForShell(where.trim());
  return `holdall push ${quoteForShell(what)} ${place}${seal}${options}`;
}

/** Where a bundle, a folder of runs or the state is sent from. */
export function shareAddress(what: string): string {
  return `/share?${new URLSearchParams({ what })}`;
}
