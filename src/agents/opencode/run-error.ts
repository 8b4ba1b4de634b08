import { type FindRequestError, lastLine } from "../run-error.ts";

/** opencode ends with its error as the last line; its session has the status. */
export const findRequestError: FindRequestError = ({ stderr }) =>
  /^Error: (?<text>.+)$/.exec(lastLine(stderr))?.groups?.text ?? null;
