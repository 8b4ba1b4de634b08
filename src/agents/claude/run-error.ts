import { isObject } from "../../base/json/value.ts";
import { parseLine } from "../../base/jsonl.ts";
import type { FindRequestError } from "../run-error.ts";
import { lastLine } from "../run-error.ts";

/** Claude Code prints one JSON object at its end, which has the status of a request that failed. */
export const findRequestError: FindRequestError = ({ stdout }) => {
  const { value } = parseLine(lastLine(stdout));
  if (!isObject(value) || value.is_error !== true || typeof value.result !== "string") return null;
  const { api_error_status: status, result } = value;
  if (typeof status === "number") return `${status} ${result}`;
  return /^(?:API Error|Not logged in|Invalid API key)/.test(result) ? result : null;
};
