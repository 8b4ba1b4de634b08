/**
 * The complete check, of whatever the path leads to: a bundle at the full level (sums, signature, records,
 * history and carried data), the folder of a responsibility with its record, a session, a workspace. Without
 * a path it checks the workspace. What makes a file unreadable as a bundle (a bad archive, an unknown format)
 * is a verdict too and is reported as a finding, not as a failure of the command.
 */

import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import { type Finding, isOk, type Profile } from "../base/findings.ts";
import { formatCount } from "../base/text/format-count.ts";
import { describeCarried } from "../bundles/convert/carried-facts.ts";
import { type OpenedPath, readPath } from "../bundles/disk/open-path.ts";
import { readSigners } from "../bundles/disk/read-key-files.ts";
import { asFinding } from "../bundles/disk/refused-path.ts";
import type { BundleReading } from "../bundles/read-bundle.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { type SessionInPlace, sessionInPlace } from "../sessions/session-in-place.ts";
import { storeIn } from "../stores/locate.ts";
import type { VerifyInput } from "./verify-input.ts";

/** Checks whatever a path leads to; without one, the workspace. */
export async function verifyPath(context: OperationContext, input: VerifyInput) {
  if (input.path === undefined) return verifyWorkspace(context, input);
  const store = storeAt(context, input.path);
  if (input.recompute || input.against !== undefined) {
    if (store === null) throw needsWorkspace(input);
    return verifyWorkspace(context, { ...input, store });
  }
  const signers = readSigners(context.cwd, input.signers);
  const defaults = {
    profile: "strict",
    level: "full",
    signers,
    isForChecking: true,
  } as const;
  const reading = await readPath(context, input.path, input, defaults).catch(asFinding);
  if ("refused" in reading) return refusal(reading.refused, input.profile ?? "strict");
  if (reading.format === null && input.as === undefined && store !== null) {
    return verifyWorkspace(context, { ...input, store });
  }
  const found = await sessionInPlace(context, input, reading.format);
  if (found !== null) return sessionVerdict(found, reading.findings.profile);
  const history = await historyOf(reading);
  const checked = await checkResponsibility(context, reading, input.store);
  const findings = [...reading.findings.list(), ...(checked?.findings ?? [])];
  const { signature } = reading;
  return {
    ok: isOk(findings),
    format: reading.format?.name ?? null,
    profile: reading.findings.profile,
    summed: reading.summed,
    signed_by: signature?.ok
      ? { fingerprint: signature.fingerprint ?? "", principal: signature.principal }
      : null,
    ...(reading.carried ? { carried: describeCarried(reading.carried) } : {}),
    ...(history === null ? {} : { history }),
    ...(checked === null ? {} : { responsibility: checked.responsibility }),
    findings,
  };
}

/** Checks the history that a bundle carries, if it does. */
async function historyOf({ files, format, model, findings }: BundleReading) {
  if (!format || !(await files.get("history/events.jsonl"))) return null;
  // Loaded here, because few bundles carry one.
  const { checkHistory } = await import("../state/kit/check-history.ts");
  const found = await checkHistory({ files, format, model }, findings);
  if (found === null) return null;
  const { events, texts, redacted, history } = found;
  return { events, texts, redacted, replayable: history !== null };
}

const NOTHING = { format: null, summed: null, signed_by: null } as const;

function needsWorkspace({ recompute }: { readonly recompute: boolean }): HoldallError {
  const [what, why] = recompute
    ? ["repeat compiles", "only a workspace records the sources of its compiles"]
    : ["compare heads", "only a workspace is compared with earlier heads"];
  return new HoldallError("E_USAGE", `Cannot ${what}: the path leads to no workspace`, {
    cure: `${why}; leave the path out, or name its folder`,
  });
}

/** The workspace of a folder that a person named; null where there is none, and for callers that may open no other. */
function storeAt(context: OperationContext, location: string): string | null {
  return context.roots === null ? storeIn(path.resolve(context.cwd, location)) : null;
}

/** Compares the folder of a responsibility with its record; null for what is none. */
async function checkResponsibility(
  context: OperationContext,
  { format, container, absolute }: BundleReading & OpenedPath,
  store: string | undefined,
) {
  if (format?.name !== "ai-context" || container !== "folder") return null;
  // Loaded here, because other bundles have no record.
  const { verifyResponsibilityAt } = await import("../curator/disk/read/verify-folder.ts");
  return verifyResponsibilityAt(context, absolute, store);
}

async function verifyWorkspace(
  context: OperationContext,
  { store, recompute, against, signers }: VerifyInput,
) {
  // Loaded here: a check of a bundle would wait for all that a workspace needs.
  const { openAndCheck } = await import("../ledger/disk/check-workspace.ts");
  const checked = await openAndCheck(context, { store, recompute, against, signers });
  return { ...NOTHING, profile: "strict" as const, ...checked };
}

/** Whether every record of a session can be read. */
function sessionVerdict({ session, findings }: SessionInPlace, profile: Profile) {
  const lost = session?.records?.lost ?? 0;
  const all = lost === 0 ? findings : [...findings, lostRecords(lost)];
  const kept = session === undefined ? {} : { session };
  return { ...NOTHING, ok: isOk(all), profile, ...kept, findings: [...all] };
}

function lostRecords(lost: number): Finding {
  const message = `${formatCount(lost, "record")} cannot be read and would be missing in a handoff`;
  return {
    severity: "error",
    code: "E_JSONL_LINE",
    file: null,
    pointer: null,
    line: null,
    message,
  };
}

function refusal(finding: Finding, profile: Profile) {
  return { ...NOTHING, ok: false, profile, findings: [finding] };
}
