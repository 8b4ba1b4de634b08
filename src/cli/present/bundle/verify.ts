import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import type { Terminal } from "../../terminal.ts";
import { countFindings, findingLines } from "../findings.ts";
import presentWorkspace from "../ledger/verify.ts";
import type { Presenter, Shown } from "../presenter.ts";
import { kindOf, recordsText, useLines } from "./session-file.ts";

type Output = Shown<"verify" | "okf verify">;

const present: Presenter<"verify" | "okf verify"> = (output, terminal) => {
  const { workspace } = output;
  if (workspace !== undefined) return presentWorkspace({ ...output, workspace }, terminal);
  const lines = findingLines(output.findings, terminal);
  if (output.session !== undefined) return [...lines, ...sessionVerdict(output, terminal)];
  const format = output.format === null ? "unknown format" : output.format;
  const verdict = output.ok
    ? terminal.style("green", `Valid ${format}`)
    : `${terminal.style("red", "Not valid")}: ${format}`;
  const facts = [
    `${output.profile} profile`,
    sums(output),
    signer(output),
    output.carried === undefined ? "" : `carries the original ${output.carried} data`,
    history(output),
    record(output),
    countFindings(output.findings),
  ];
  return [...lines, `${verdict} (${facts.filter((fact) => fact !== "").join(", ")})`];
};

export default present;

/** Whether a session can be read, and what can be done with it. */
function sessionVerdict({ ok, session, findings }: Output, terminal: Terminal): string[] {
  if (session === undefined) return [];
  const verdict = ok
    ? terminal.style("green", "Readable")
    : terminal.style("red", "Not completely readable");
  const facts = [recordsText(session), countFindings(findings)].filter((fact) => fact !== "");
  const inside = facts.length === 0 ? "" : ` (${facts.join("; ")})`;
  return [`${verdict} ${kindOf(session)}${inside}`, ...useLines(session, terminal)];
}

function sums({ summed, findings }: Output): string {
  if (summed === null) return "no SHA256SUMS";
  const isBroken = findings.some(({ code }) => code === "E_SUMS");
  return isBroken
    ? "sums do not match"
    : summed === 1
      ? "1 file matches its sum"
      : `${formatNumber(summed)} files match their sums`;
}

function history({ history: found }: Output): string {
  if (found === undefined) return "";
  const { events, redacted } = found;
  const hole = redacted === 0 ? "" : ` (${formatCount(redacted, "text")} redacted)`;
  return `history of ${formatCount(events, "event")}${hole}`;
}

function record({ responsibility }: Output): string {
  if (responsibility === undefined) return "";
  const { responsibility_id: id, refreshes } = responsibility;
  return `compared with ${formatCount(refreshes, "recorded refresh", "recorded refreshes")} of ${id}`;
}

function signer({ signed_by }: Output): string {
  if (signed_by === null) return "";
  return `signed by ${signed_by.principal ?? signed_by.fingerprint}`;
}
