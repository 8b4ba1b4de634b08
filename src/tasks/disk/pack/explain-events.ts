import path from "node:path";
import { HoldallError } from "../../../base/errors.ts";
import { describeFault } from "../../../base/parse-user-json.ts";

const EVENTS = "events.jsonl";
const EXAMPLE =
  '{"type": "edit_file", "at": "2026-01-31T08:00:00Z", "detail": "Fixed it", "path": "src/a.ts"}';

/** Names the user's own file in an error about the events of a bundle; any other error is returned as it is. */
export function explainEvents(error: unknown, events: string | undefined): unknown {
  if (events === undefined || !(error instanceof HoldallError)) return error;
  const faults = error.findings.filter(({ severity }) => severity === "error");
  const [first] = faults;
  if (first?.file !== EVENTS) return error;
  const file = path.basename(events);
  const message = `Cannot use the events of "${file}": ${describeFault(first)}`;
  return new HoldallError(error.code, message, {
    findings: faults.length === 1 ? [] : faults.map((each) => ({ ...each, file })),
    cure: `write one JSON object on each line, such as ${EXAMPLE}`,
    cause: error,
  });
}
