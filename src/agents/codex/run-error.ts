import { type FindRequestError, lastLine } from "../run-error.ts";

/** Codex ends with its error as the last line. Without a network it waits for one until its time is over. */
export const findRequestError: FindRequestError = ({ stderr }) =>
  /^ERROR: (?<text>.+)$/.exec(lastLine(stderr))?.groups?.text ?? null;
