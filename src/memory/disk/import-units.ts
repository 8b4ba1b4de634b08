import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import type { Findings } from "../../base/findings.ts";
import type { OpenedPath } from "../../bundles/disk/open-path.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { actorInput } from "../../runtime/actor.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { redactorFor } from "../../runtime/redactor-for.ts";
import { storeInput } from "../../runtime/workspace.ts";
import { type AnchorLog, findAnchorLog } from "../../state/disk/kit/import-anchors.ts";
import { stateSettings } from "../../state/disk/settings/settings.ts";
import { gateConfig } from "../../state/gate/config.ts";
import type { LayerUnit } from "../layers/layer-unit.ts";
import { noteSources, type ReadNotes, readNotes, skippedStatementSchema } from "../layers/notes.ts";
import { type ReadLayer, readLayer } from "../layers/read-layer.ts";
import { filterFor, ownerInput } from "./owner.ts";

/** Maximum number of left-out statements in the output. */
const MAX_LISTED = 100;

/** Where units are imported from, and whose they become. */
export const importUnitsInput = z.object({
  path: z
    .string()
    .describe("Folder of records or notes, one file of them, or a JSON document")
    .meta({ path: true }),
  from: z
    .enum(noteSources)
    .optional()
    .describe(
      "Agent that wrote the notes (default: MEMORY.md and USER.md are notes, other files records)",
    ),
  namespace: z.string().min(1).max(512).optional().describe("Namespace to store the units in"),
  "user-id": ownerInput["user-id"],
  ...actorInput,
  ...storeInput,
});
type ImportUnitsInput = z.infer<typeof importUnitsInput>;

/** What was imported of notes, and what was left out. */
export const notesSchema = () =>
  z.object({
    files: z.number(),
    candidates: z.number(),
    admitted: z.number(),
    /** Number of statements that were left out, by reason. */
    rejected: z.record(z.string(), z.number()),
    left_out: z.array(skippedStatementSchema()),
    conflicts: z.number(),
    redactions: z.number(),
  });

interface ImportSource {
  readonly layer: ReadLayer["layer"] | "notes" | "anchors";
  readonly units: readonly LayerUnit[];
  readonly notes: z.infer<ReturnType<typeof notesSchema>> | null;
  readonly log: AnchorLog | null;
}

type SourceOptions = ImportUnitsInput & {
  readonly opened: OpenedPath;
  readonly findings: Findings;
};

/** Reads everything at a path that can be imported. With an agent's name only its notes are read. */
export async function readSource(
  context: OperationContext,
  ledger: Ledger,
  options: SourceOptions,
): Promise<ImportSource> {
  const { opened, findings, from: keeper = null } = options;
  const { files } = opened;
  const owner = filterFor(context, ledger, options);
  const { namespace } = owner;
  const layer = keeper === null ? await readLayer(files, { namespace, findings }) : null;
  const log = keeper === null ? await findAnchorLog(files, findings) : null;
  const redactor = redactorFor(context);
  const notes = await readNotes(files, {
    source: keeper,
    namespace,
    findings,
    user_id: owner.user_id ?? null,
    folder: path.basename(opened.absolute),
    gate: gateConfig(stateSettings(context, ledger, {}).config.gate),
    redact: (text, where) => redactor.text(text, where),
  });
  const hasAnchors = log !== null && log.anchors.length > 0;
  if (layer === null && notes.files === 0 && !hasAnchors) throw nothingIn(options.path);
  return {
    layer: layer?.layer ?? (notes.files > 0 ? "notes" : "anchors"),
    units: [...(layer?.units ?? []), ...notes.units],
    notes: notes.files === 0 ? null : notesOutput(notes, redactor.report().length),
    log,
  };
}

function nothingIn(place: string): HoldallError {
  return new HoldallError("E_FORMAT", `Cannot import "${place}": it contains no units`, {
    cure: "use a folder of Markdown records or notes, or a PAM or OAMP document; for sessions use `holdall import`",
  });
}

function notesOutput(
  { files, candidates, units, left_out, conflicts }: ReadNotes,
  redactions: number,
) {
  const rejected = Object.groupBy(left_out, ({ reason_code }) => reason_code);
  return {
    files,
    candidates,
    admitted: units.length,
    conflicts,
    redactions,
    rejected: Object.fromEntries(
      Object.entries(rejected).map(([code, some = []]) => [code, some.length]),
    ),
    left_out: left_out.slice(0, MAX_LISTED).map((each) => ({ ...each })),
  };
}
