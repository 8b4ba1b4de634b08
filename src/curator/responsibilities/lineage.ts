import { HoldallError } from "../../base/errors.ts";
import type { UnitOfWork } from "../../ledger/unit-of-work.ts";
import type { Transaction } from "../../stores/store.ts";
import { type Acting, isUnnamed, requireSteward } from "../acting.ts";
import { responsibilityStream } from "../streams.ts";
import { artifactTypes, lineageLinkedSchema, lineageRegisteredSchema } from "./bodies.ts";
import { requireResponsibility } from "./find.ts";
import {
  type ArtifactRow,
  selectArtifact,
  selectLinks,
  type TransformationRow,
} from "./tables/lineage.ts";

/** Most artifacts that a trace follows. */
const MAX_TRACE = 10_000;

/** An artifact that is to be registered. */
export interface ArtifactDraft {
  readonly id: string;
  readonly responsibility: string;
  readonly type: string;
  readonly uri: string;
  readonly source_type: string;
  readonly source_id: string;
}

/** Lineage is written by the steward, or by a person who names nobody. */
function requireWriter(acting: Acting, what: string): void {
  if (!isUnnamed(acting)) requireSteward(acting, what);
}

/** An artifact; `E_NOT_FOUND` if there is none with the id. */
async function requireArtifact(tx: Transaction, id: string): Promise<ArtifactRow> {
  const found = await selectArtifact(tx, id);
  if (found !== null) return found;
  throw new HoldallError("E_NOT_FOUND", `Cannot find artifact "${id}" in the lineage`, {
    cure: "register it with `holdall context lineage register`",
  });
}

/** Registers an artifact. One that exists already with the same facts is left as it is. */
export async function registerArtifact(
  unit: UnitOfWork,
  acting: Acting,
  draft: ArtifactDraft,
): Promise<ArtifactRow> {
  const { workspace, at, actor } = acting;
  const { responsibility, ...facts } = draft;
  const what = `register artifact "${draft.id}"`;
  requireWriter(acting, what);
  await requireResponsibility(unit, workspace, responsibility);
  const parsed = lineageRegisteredSchema.safeParse({ at, ...facts });
  if (!parsed.success || !artifactTypes.some((type) => type === draft.type)) {
    throw new HoldallError("E_SHAPE", `Cannot ${what}: its type or source is not a known one`);
  }
  const known = await selectArtifact(unit.tx, draft.id);
  if (known?.uri === draft.uri && known.artifact_type === draft.type) return known;
  if (known !== null) throw new HoldallError("E_DUP_ID", `Cannot ${what}: the id is in use`);
  const stream = responsibilityStream(workspace, responsibility);
  await unit.append([
    { stream, type: "responsibility_lineage_registered", actor, body: { at, ...facts } },
  ]);
  return requireArtifact(unit.tx, draft.id);
}

/** Records that an artifact was made of others. A circle is refused. */
export async function linkArtifacts(
  unit: UnitOfWork,
  acting: Acting,
  link: {
    readonly inputs: readonly string[];
    readonly output: string;
    readonly tool: string;
    readonly clause: string;
  },
): Promise<readonly TransformationRow[]> {
  const { workspace, at, actor } = acting;
  const what = `link artifact "${link.output}"`;
  requireWriter(acting, what);
  const output = await requireArtifact(unit.tx, link.output);
  for (const id of link.inputs) await requireArtifact(unit.tx, id);
  const below = await follow(unit.tx, link.output, "down");
  const circle = link.inputs.find((id) => id === link.output || below.ids.has(id));
  if (circle !== undefined) {
    throw new HoldallError("E_LINEAGE", `Cannot ${what}: "${circle}" is derived from it`);
  }
  const body = {
    at,
    inputs: [...link.inputs],
    output: link.output,
    tool_name: link.tool,
    guardrail_clause: link.clause,
  };
  if (!lineageLinkedSchema.safeParse(body).success) {
    throw new HoldallError("E_SHAPE", `Cannot ${what}: its tool or clause is not a short text`);
  }
  const stream = responsibilityStream(workspace, output.responsibility_id);
  await unit.append([{ stream, type: "responsibility_lineage_linked", actor, body }]);
  return selectLinks(unit.tx, link.output, "up");
}

/** Everything that an artifact was made of, and everything that was made of it. */
export async function traceArtifact(tx: Transaction, id: string) {
  const artifact = await requireArtifact(tx, id);
  const up = await follow(tx, id, "up");
  const down = await follow(tx, id, "down");
  return { artifact, up: up.links, down: down.links };
}

async function follow(tx: Transaction, id: string, direction: "up" | "down") {
  const ids = new Set<string>();
  const links: TransformationRow[] = [];
  const waiting = [id];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    for (const link of await selectLinks(tx, next, direction)) {
      const other = direction === "up" ? link.input_artifact_id : link.output_artifact_id;
      links.push(link);
      if (ids.has(other) || ids.size >= MAX_TRACE) continue;
      ids.add(other);
      waiting.push(other);
    }
  }
  return { ids, links };
}
