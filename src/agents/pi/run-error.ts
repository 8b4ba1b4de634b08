import { type FindRequestError, lastLine } from "../run-error.ts";

/** pi prints its answer on standard output, and on the other only what went wrong. */
export const findRequestError: FindRequestError = ({ stderr }) => lastLine(stderr) || null;
