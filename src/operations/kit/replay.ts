/**
 * Replays a bundle's history without a workspace: a recipient can see every past state before
 * importing anything.
 */

import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { readingInput } from "../../bundles/disk/open-path.ts";
import { REDACTED } from "../../model/redaction.ts";
import { readKit } from "../../state/disk/kit/read-kit.ts";
import { momentOf } from "../../state/disk/settings/state-input.ts";
import { replayEvents } from "../../state/kit/history.ts";
import { showEntry, shownStateSchema } from "../../state/show.ts";
import { isActive, tokenCountOf } from "../../state/state.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "kit replay",
  summary: "Show the state of a bundle as it was after an event, rebuilt from its history",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.kit.replay", sets: ["verify"] },
  positionals: ["path"],
  examples: ["kit replay ./a-kit", "kit replay ./a-kit --at 1 --json"],
  input: z.object({
    path: z
      .string()
      .describe("Folder or .tar.gz with a state and its history")
      .meta({ path: true }),
    at: z
      .string()
      .optional()
      .describe("Number of an event, or a time such as 2d (default: the last event)")
      .meta({ placeholder: "SEQ|TIME" }),
    archived: z.boolean().default(false).describe("Include archived entries"),
    ...readingInput,
  }),
  output: () => z.object({ ...shownStateSchema().shape, at: z.string(), event: z.string() }),
  async run(context, input) {
    const { path, at, archived } = input;
    const options = { doing: "replay", profile: "lenient", acceptEdits: false } as const;
    const { history } = await readKit(context, path, input, options);
    const found = history?.history ?? null;
    if (found === null) throw unavailable(path);
    const replayed = replayEvents(
      found.events,
      at === undefined ? null : momentOf(at, context.now()),
    );
    if (replayed === null) {
      throw new HoldallError("E_NOT_FOUND", `Cannot replay "${path}" at ${at}: no such event`);
    }
    const { state } = replayed;
    const { address, bounds } = state;
    const token_count = tokenCountOf(state);
    const shown = [...state.entries.values()].filter((entry) => archived || isActive(entry));
    return {
      user_id: address.user,
      session_id: address.session,
      task_id: address.task,
      state_hash: replayed.state_hash,
      token_count,
      budget_tokens: bounds.budget_tokens,
      saturation: token_count / bounds.budget_tokens,
      head_seq: state.head_seq,
      slots: bounds.slots.map(({ name }) => name),
      eviction: bounds.eviction,
      namespace: bounds.namespace,
      entries: shown.map((entry) =>
        showEntry(entry, found.text(entry.image.content.sha256) ?? REDACTED),
      ),
      conflicts: [], // They belong to the workspace; a bundle does not carry them.
      at: replayed.at,
      event: replayed.type,
    };
  },
});

function unavailable(path: string): HoldallError {
  return new HoldallError("E_NOT_FOUND", `Cannot replay "${path}": the bundle has no history`, {
    cure: "only bundles written by `holdall kit export` have one",
  });
}
