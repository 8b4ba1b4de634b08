import * as z from "zod";
import { askAboutProposals, terminalDialogue } from "../../state/disk/ask-about-proposals.ts";
import { addressInput } from "../../state/disk/settings/state-input.ts";
import { openTray, readWaiting, reviewTray } from "../../state/disk/tray.ts";
import { proposalSchema } from "../../state/proposal.ts";
import { namedDecisions, namedDecisionsInput, reviewedSchema } from "../../state/tray/review.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

const input = z.object({ ...namedDecisionsInput, ...addressInput });

export default defineWorkspaceOperation({
  name: "state review",
  summary: "Review what sessions propose for the state: keep, edit or skip each proposal",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "http"],
  withheld: { mcp: "a person decides what is in force" },
  positionals: [],
  examples: ["state review", "state review --yes"],
  input,
  output: () =>
    z.object({
      reviewed: z.array(reviewedSchema).readonly(),
      /** What still waits. */
      waiting: z.array(proposalSchema).readonly(),
    }),
  async run({ context, ledger, actor }, { keep, skip, text, yes, unproven, ...parts }) {
    const tray = await openTray(context, ledger, { by: actor, ...parts });
    const waiting = await readWaiting(ledger, tray);
    const asks = context.interactive && !yes && keep.length + skip.length === 0;
    const decisions = asks
      ? askAboutProposals(waiting, terminalDialogue(context.signal))
      : namedDecisions(waiting, { keep, skip, text, yes, unproven });
    const reviewed = await reviewTray(ledger, tray, decisions);
    return { reviewed, waiting: await readWaiting(ledger, tray) };
  },
  exitCode: ({ reviewed }) => (reviewed.some(({ outcome }) => outcome === "waiting") ? 1 : 0),
});
