import type { FindRequestError } from "../run-error.ts";

/** Exit code of Gemini CLI without a login. */
const NO_LOGIN = 41;
const REPORT =
  /^(?:Error when talking to Gemini API|Attempt \d+ failed).*?(?: \w*Error: )(?<text>.+)$/gm;

/** Gemini CLI reports each request that failed, with a stack; the status follows the last one. */
export const findRequestError: FindRequestError = ({ exitCode, stderr }) => {
  if (exitCode === NO_LOGIN) {
    return /^.*\bmust specify\b.*$/m.exec(stderr)?.[0] ?? "401 Not logged in";
  }
  const last = [...stderr.matchAll(REPORT)].at(-1);
  if (last === undefined) return null;
  const status = /^ {2}status: (\d{3})$/m.exec(stderr.slice(last.index))?.[1];
  const text = last.groups?.text ?? "";
  return status === undefined ? text : `${status} ${text}`;
};
