import * as z from "zod";
import type { HostPlace, Scope } from "../../agents/host.ts";
import { type HostId, hostIds } from "../../agents/registry.ts";
import { HoldallError } from "../../base/errors.ts";
import { readExternalText } from "../../disk/replace-text-file.ts";
import { readHookFaults } from "../../hosts/hook-log.ts";
import { hookFileOf, reviewOf } from "../../hosts/hook-registration.ts";
import { readHostFile } from "../../hosts/host-file.ts";
import { hostPlace } from "../../hosts/host-place.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { hostFlags, hostSchema, namedHosts, scopeSchema } from "./host-input.ts";

const MAX_FAULTS = 5;

export default defineOperation({
  name: "hooks status",
  summary: "Show which hooks are installed, whether they run, and their last errors",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "person"],
  withheld: { mcp: "hooks are for the user to manage", http: "as for MCP" },
  positionals: [],
  examples: ["hooks status", "hooks status --codex --json"],
  input: z.object({
    ...hostFlags,
    scope: scopeSchema().optional().describe("Only this scope (default: both)"),
  }),
  output: () =>
    z.object({
      hooks: z.array(
        z.object({
          host: hostSchema(),
          scope: scopeSchema(),
          file: z.string(),
          event: z.string(),
          command: z.string(),
          /** Whether the host will run it: Codex only what its user has reviewed. */
          runs: z.boolean(),
          cure: z.string().nullable(),
        }),
      ),
      /** The last lines of the log of hooks in this workspace. */
      faults: z.array(z.string()),
    }),
  async run(context, { scope, ...named }) {
    const chosen = namedHosts(named);
    const asked = chosen.length === 0 ? hostIds : chosen;
    const scopes: readonly Scope[] = scope === undefined ? ["project", "user"] : [scope];
    const hooks = asked.flatMap((host) => scopes.flatMap((each) => hooksIn(context, host, each)));
    return { hooks, faults: readHookFaults(context, MAX_FAULTS) };
  },
  exitCode: ({ hooks }) => (hooks.every(({ runs }) => runs) ? 0 : 1),
});

function hooksIn(context: OperationContext, host: HostId, scope: Scope) {
  const place = hostPlace(context, scope);
  const found = hookFileOf(host, place);
  const text = found === null ? null : readUnlinked(context, place, found.file);
  if (found === null || text === null) return [];
  const review = reviewOf(host, scope);
  const notes = review === null ? "" : (readExternalText(review.notesFile(place)) ?? "");
  return found.find(text).map(({ event, command, at }) => {
    const runs = review === null || review.isApproved(notes, found.file, at);
    const cure = runs ? null : (review?.instruction ?? null);
    return { host, scope, file: found.file, event, command, runs, cure };
  });
}

/** The text of a host's file; one reached by a link of the project is reported and not read. */
function readUnlinked(context: OperationContext, place: HostPlace, file: string): string | null {
  try {
    return readHostFile(place, file);
  } catch (error) {
    if (!(error instanceof HoldallError) || error.code !== "E_LINK") throw error;
    context.note(error.message);
    return null;
  }
}
