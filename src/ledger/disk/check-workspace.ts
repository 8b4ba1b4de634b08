import type { ErrorCode } from "../../base/codes.ts";
import { HoldallError } from "../../base/errors.ts";
import { createFindings, type Finding, type Findings, isOk } from "../../base/findings.ts";
import { formatCount } from "../../base/text/format-count.ts";
import {
  type HeadsSource,
  readHeadsFrom,
  type SignedHeads,
} from "../../bundles/disk/read-heads.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { inWorkspace } from "../../runtime/workspace.ts";
import { recomputeAll } from "../../threads/recompute.ts";
import { compareHeads } from "../heads.ts";
import type { Ledger } from "../ledger.ts";
import { verifyLedger } from "../verify.ts";

/** The refusal to copy a workspace that has faults. */
export function faultyWorkspace({ store }: Ledger, findings: readonly Finding[]): HoldallError {
  const errors = findings.filter(({ severity }) => severity === "error");
  const count = formatCount(errors.length, "error");
  // An error has an error's code.
  const code = (errors[0]?.code ?? "E_STORE") as ErrorCode;
  return new HoldallError(
    code,
    `Cannot copy the workspace "${store.location}": verification found ${count}`,
    {
      cure: "see them with `holdall verify`; add --force to copy the workspace with its faults",
      findings,
    },
  );
}

/** Most faults of the source are in the copy too; each is reported once. */
export function withoutRepeats(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [finding.message, finding])).values()];
}

/** How a workspace is checked. */
interface CheckOptions {
  readonly recompute: boolean;
  /** Earlier heads to compare it with. */
  readonly source?: HeadsSource | null;
}

/** Checks an open workspace. */
export async function checkWorkspace(
  context: OperationContext,
  ledger: Ledger,
  { recompute, source = null }: CheckOptions = { recompute: false },
) {
  const findings = createFindings("strict");
  const earlier = source === null ? null : await readHeadsFrom(context, source, findings);
  const { firstWrong, ...counts } = await verifyLedger(ledger, findings, (events) =>
    context.progress(`Checked ${events} events`),
  );
  const recomputed = recompute
    ? await recomputeAll(ledger, findings, (n) => context.progress(`Repeated ${n} compiles`))
    : null;
  const against = earlier === null ? null : await compareWith(ledger, earlier, findings);
  const list = findings.list();
  const { location } = ledger.store;
  const workspace = { location, ...counts, first_wrong: firstWrong, recomputed, against };
  return { ok: isOk(list), workspace, findings: [...list] };
}

/** Which workspace is checked, and how. */
interface CheckRequest {
  readonly store?: string | undefined;
  readonly recompute: boolean;
  /** A file or a bundle with earlier heads. */
  readonly against?: string | undefined;
  readonly signers?: string | undefined;
}

/** Checks a workspace that is not open yet, also one that lacks events which it once had. */
export function openAndCheck(
  context: OperationContext,
  { store, recompute, against, signers }: CheckRequest,
) {
  return inWorkspace(context, { store, effect: "read", mayLackEvents: true }, (ledger) => {
    const source = against === undefined ? null : { against, signers };
    return checkWorkspace(context, ledger, { recompute, source });
  });
}

async function compareWith(ledger: Ledger, earlier: SignedHeads, findings: Findings) {
  const { heads, signed_by } = earlier;
  const same = await ledger.read((tx) => compareHeads(tx, heads, findings));
  return { at: heads.at, events: heads.events, same, signed_by };
}
