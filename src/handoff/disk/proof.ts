import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";

const countSchema = () => z.object({ sent: z.number(), shown: z.number() });

/** What the receiver's own program shows of a session that was handed over, as other programs rely on it. */
export const proofSchema = () =>
  z.object({
    /** Whether the receiver shows all of it; unavailable when it could not be asked. */
    state: z.enum(["complete", "incomplete", "unavailable"]),
    /** The receiver, as people call it. */
    receiver: z.string(),
    /** The program that was asked, with its version where it names one; null when there is none. */
    server: z.string().nullable(),
    messages: countSchema().nullable(),
    /** Null also for a session that moved unchanged: its agent shows calls and results in its own way. */
    calls: countSchema().nullable(),
    results: countSchema().nullable(),
    /** Differences that are on the loss report. */
    reported: z.number(),
    /** Calls that the receiver shows as a plan, which are neither counted nor compared. */
    shown_as_plan: z.number(),
    /** What is not shown, at its place in the source. */
    findings: z.array(findingSchema()).readonly(),
    /** Why the receiver could not be asked; null when it was. */
    reason: z.string().nullable(),
  });

/** What the receiver's own program shows. */
export type Proof = z.infer<ReturnType<typeof proofSchema>>;

/** Refuses a proof for a path: no program shows what lies there. */
export function refuseProof(to: string): never {
  throw new HoldallError(
    "E_USAGE",
    `Cannot prove a handoff to "${to}": a path has no program that shows it`,
    {
      cure: "leave out --prove; `holdall verify` checks a bundle",
    },
  );
}

/** The exit code of a handoff: 1 when the receiver does not show all of it, 4 when it could not be asked. */
export function proofExitCode(proof: Proof | undefined): 0 | 1 | 4 {
  if (proof === undefined || proof.state === "complete") return 0;
  return proof.state === "incomplete" ? 1 : 4;
}
