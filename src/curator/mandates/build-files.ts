import { sha256 } from "../../base/hash.ts";
import { promptFiles } from "../../model/ai-context/context-file.ts";
import { countLines } from "../../model/ai-context/volume.ts";
import { countingLoaded } from "../files/as-loaded.ts";
import { buildCurrentFocus } from "../files/current-focus.ts";
import { buildOpenRequests } from "../files/open-requests.ts";
import { writeCuratedFile } from "../files/provenance.ts";
import { buildRecentActivity } from "../files/recent-activity.ts";
import { buildSystemContext } from "../files/system-context.ts";
import { inForceAt } from "../memory/decisions.ts";
import { foldLines, keptEvents } from "../memory/digest.ts";
import { findNamed } from "../memory/find-named.ts";
import type { ModelCheck } from "../model/check.ts";
import { BUNDLE, INSIGHTS, markdownIn } from "../workspace/layout.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";
import type { MandateChoice, PromptFile, Snapshot } from "./mandate.ts";
import { buildWithShares, type FileBuilders, type SharedFile } from "./shares.ts";

/** The curated files before they are published. */
export interface BuiltFiles {
  /** Every curated file by stem, as it will be. */
  readonly texts: ReadonlyMap<string, string>;
  /** What a model reads of each file, also of those that stay as they are. */
  readonly shared: ReadonlyMap<PromptFile, SharedFile>;
  readonly notes: readonly string[];
  /** Lines of the memory that name what the recent activity shows; null when it was not built. */
  readonly named: NamedLines | null;
}

/** What goes into the curated files besides the snapshot. */
export interface Draft {
  /** The text of a task that the files are read for. */
  readonly task?: string | null;
  readonly model: ModelCheck | null;
  readonly insights: string | null;
  readonly notes: readonly string[];
}

/** The four files as a model reads them, from the present inputs. */
export function buildPrompt(
  snapshot: Snapshot,
  { insights, notes, task = null }: Omit<Draft, "model"> = { insights: null, notes: [] },
  onNamed: (named: NamedLines) => void = () => {},
): ReadonlyMap<PromptFile, SharedFile> {
  const { files, record, config, memory, responsibility, at, budget: total } = snapshot;
  const digest = foldLines(memory.digest, notes, keptEvents(config.recent_activity_max));
  const decisions = inForceAt(digest.decisions, at);
  const appended = [...memory.missing, ...notes];
  const seen = insights === null ? files : withInsights(files, insights);
  const build: FileBuilders = {
    system_context: (budget) => buildSystemContext(files, record.entry, { budget }),
    current_focus: (budget) => {
      const { checkpoint_days: checkpointDays } = config;
      return buildCurrentFocus(files, record, { now: at, checkpointDays, budget, decisions });
    },
    recent_activity: (budget) =>
      buildRecentActivity(seen, record, {
        responsibility,
        now: at,
        budget,
        max: config.recent_activity_max,
        memory: digest,
        task,
        findNamed: (ids) => {
          const named = findNamed(memory, appended, ids);
          onNamed(named);
          return named;
        },
      }),
    open_requests: (budget) => buildOpenRequests(record, { budget }),
  };
  return buildWithShares(build, countingLoaded(total));
}

/** Lines of the memory that name ids; null where none does. */
type NamedLines = ReadonlyMap<string, number | null>;

/** Builds the chosen files; the others stay as they are. */
export function buildFiles(snapshot: Snapshot, choice: MandateChoice, draft: Draft): BuiltFiles {
  const { files, config, responsibility, at } = snapshot;
  const { model, notes } = draft;
  let named: NamedLines | null = null;
  const shared = buildPrompt(snapshot, draft, (found) => {
    named = found;
  });
  const texts = new Map<string, string>();
  const authorship = {
    responsibility,
    workspace: config.workspace_id,
    mandate: choice.mandate,
    at,
  };
  for (const stem of promptFiles) {
    const old = files.read(`${BUNDLE}/${stem}.md`);
    const file = choice.files.includes(stem) ? shared.get(stem)?.file : undefined;
    const text = file === undefined ? old : writeCuratedFile(file, old, authorship);
    if (text !== null) texts.set(stem, text);
  }
  const policy = model?.text ?? files.read(`${BUNDLE}/model_preferences.md`);
  if (policy !== null) texts.set("model_preferences", policy);
  for (const path of markdownIn(files, BUNDLE)) {
    const stem = path.slice(BUNDLE.length + 1, -3);
    if (!texts.has(stem) && /^[a-z0-9_]+$/.test(stem)) texts.set(stem, files.read(path) ?? "");
  }
  return { texts, shared, notes, named };
}

/** The insights as they will be after this run's section. */
function withInsights(files: ResponsibilityFiles, section: string): ResponsibilityFiles {
  const text = `${files.read(INSIGHTS) ?? ""}\n${section}`;
  return {
    ...files,
    derive: (path, name, compute) =>
      path === INSIGHTS ? compute(text) : files.derive(path, name, compute),
    stat: (path) =>
      files.stat(path) ?? (path === INSIGHTS ? { path, size: 0, version: "new" } : null),
    facts: (path) => {
      if (path !== INSIGHTS) return files.facts(path);
      const bytes = new TextEncoder().encode(text);
      return { sha256: sha256(bytes), lines: countLines(bytes) };
    },
  };
}
