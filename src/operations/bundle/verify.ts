/**
 * The complete check, of whatever the path leads to: a bundle at the full level (sums, signature, records,
 * history and carried data), the folder of a responsibility with its record, a session, a workspace. Without
 * a path it checks the workspace. What makes a file unreadable as a bundle (a bad archive, an unknown format)
 * is a verdict too and is reported as a finding, not as a failure of the command.
 */

import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { checkExitCode, type Finding, isOk, type Profile } from "../../base/findings.ts";
import { formatCount } from "../../base/text/format-count.ts";
import { describeCarried } from "../../bundles/convert/carried-facts.ts";
import { type OpenedPath, readingInput, readPath } from "../../bundles/disk/open-path.ts";
import { asFinding } from "../../bundles/disk/refused-path.ts";
import type { BundleReading } from "../../bundles/read-bundle.ts";
import { readSmallFile } from "../../disk/small-file.ts";
import { workspaceCheckSchema } from "../../ledger/workspace-check.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";
import { storeInput } from "../../runtime/store-input.ts";
import {
  type SessionInPlace,
  sessionFileSchema,
  sessionInPlace,
} from "../../sessions/session-in-place.ts";
import { storeIn } from "../../stores/locate.ts";
import { workspaceCheckInput } from "../ledger/workspace-check.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { checkedResponsibilitySchema } from "./checked-responsibility.ts";

const SIGNERS = { what: "signers", maxBytes: 1024 * 1024 };

/** What is checked and how strictly; shared with other commands that check. */
export const verifyInput = z.object({
  path: z
    .string()
    .optional()
    .describe(
      "Bundle, session file, folder of a responsibility or of a workspace (default: the workspace)",
    )
    .meta({ path: true }),
  ...readingInput,
  ...workspaceCheckInput,
  ...storeInput,
});

export default defineOperation({
  name: "verify",
  summary:
    "Check completely what a path leads to: a bundle, a session, a responsibility, a workspace",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "verify", sets: ["verify"] },
  positionals: ["path"],
  aliases: { format: "as" },
  examples: ["verify notes.wc.tar.gz", "verify ./bundle --signers ~/.ssh/allowed_signers"],
  input: verifyInput,
  output: () =>
    z.object({
      ok: z.boolean(),
      format: z.string().nullable(),
      profile: z.enum(["strict", "lenient"]),
      /** Files compared with SHA256SUMS, null when the bundle carries none. */
      summed: z.number().nullable(),
      signed_by: z.object({ fingerprint: z.string(), principal: z.string().nullable() }).nullable(),
      /** What an earlier conversion left beside the bundle's own files, in words. */
      carried: z.string().optional(),
      /** What the bundle's own history contains; every hash of it was checked. */
      history: z
        .object({
          events: z.number(),
          texts: z.number(),
          redacted: z.number(),
          /** Whether every past state can be rebuilt from it. */
          replayable: z.boolean(),
        })
        .optional(),
      /** Present for a session, which is no bundle: every record of it was read. */
      session: sessionFileSchema().optional(),
      /** Present for the folder of a responsibility of this workspace: it was compared with its record. */
      responsibility: checkedResponsibilitySchema().optional(),
      /** Present for a workspace, and when no path was given. */
      workspace: workspaceCheckSchema().optional(),
      findings: z.array(findingSchema()),
    }),
  async run(context, input) {
    if (input.path === undefined) return verifyWorkspace(context, input);
    const store = storeAt(context, input.path);
    if (input.recompute || input.against !== undefined) {
      if (store === null) throw needsWorkspace(input);
      return verifyWorkspace(context, { ...input, store });
    }
    const signers =
      input.signers === undefined ? null : readSmallFile(context.cwd, input.signers, SIGNERS).text;
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
  },
  exitCode: (output) => checkExitCode(output.findings),
});

/** Checks the history that a bundle carries, if it does. */
async function historyOf({ files, format, model, findings }: BundleReading) {
  if (!format || !(await files.get("history/events.jsonl"))) return null;
  // Loaded here, because few bundles carry one.
  const { checkHistory } = await import("../../state/kit/check-history.ts");
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
  const { verifyResponsibilityAt } = await import("../context/verify-folder.ts");
  return verifyResponsibilityAt(context, absolute, store);
}

async function verifyWorkspace(
  context: OperationContext,
  { store, recompute, against, signers }: z.infer<typeof verifyInput>,
) {
  // Loaded here: a check of a bundle would wait for all that a workspace needs.
  const { default: ledgerVerify } = await import("../ledger/verify.ts");
  const checked = await ledgerVerify.run(context, { store, recompute, against, signers });
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
