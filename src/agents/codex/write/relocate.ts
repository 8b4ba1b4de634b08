import { dirname, join } from "node:path";
import { sha256 } from "../../../base/hash.ts";
import type { MovedFile, SessionDraft, SessionSource, SourceFile } from "../../agent.ts";
import { uuidV7 } from "../../native-id.ts";
import { resetLines } from "../../records/reset-settings.ts";
import { rewriteLines } from "../../records/rewrite-lines.ts";
import { moveFolder, replaceStrings, type StringChanges, swap } from "../../replace-strings.ts";
import { joinRollouts } from "../join-rollouts.ts";
import { ARCHIVE_FOLDER, parentOf, readMeta, rolloutIn, storeOf } from "../locate.ts";
import { settingsRecords } from "../settings-records.ts";
import { rolloutName } from "./place.ts";

/** The same session under another id and folder. */
export async function* relocate(
  source: SessionSource,
  draft: SessionDraft,
  subAgentFiles: readonly MovedFile[] = [],
): AsyncGenerator<string> {
  const [file, ...others] = source.files;
  if (file === undefined) return;
  const names = subAgentFiles.flatMap(({ renamed }) => (renamed === undefined ? [] : [renamed]));
  yield* rewritten(await joinRollouts(file, others), source, draft, names);
}

/** The rollouts of its sub-agents and of theirs; what the session continues becomes part of its own rollout. */
export async function subAgentFiles(
  source: SessionSource,
  draft: SessionDraft,
  target: string,
): Promise<readonly MovedFile[]> {
  // Who starts comes before whom it started, so that the parent of each is known.
  const ids = new Map<string, string>();
  const found: { file: SourceFile; readonly id: string; readonly to: string }[] = [];
  for (const file of source.files.slice(1)) {
    const meta = await readMeta(file);
    const parent = meta && parentOf(meta);
    const isStarted = parent !== null && (parent === source.session.id || ids.has(parent));
    if (meta === null || !isStarted || meta.id === source.session.id) continue;
    const { id } = meta;
    const to = (await isTaken(target, id)) ? copiedId(id, draft) : id;
    ids.set(id, to);
    found.push({ file, id, to });
  }
  const names = [...ids].filter(([id, to]) => id !== to);
  for (const moved of found) moved.file = await joinRollouts(moved.file, source.files);
  return found.map(({ file, id, to }) => ({
    source: file.path,
    path: join(dirname(target), rolloutName(draft.now, to)),
    ...(to === id ? {} : { renamed: [id, to] as const }),
    text: (loss) => rewritten(file, source, { ...draft, loss }, names),
  }));
}

/** Whether a store has a thread already: then a copy of it needs another id. */
async function isTaken(target: string, id: string): Promise<boolean> {
  const home = dirname(storeOf(target));
  for (const folder of ["sessions", ARCHIVE_FOLDER]) {
    if ((await rolloutIn(join(home, folder), id)) !== undefined) return true;
  }
  return false;
}

/** The same move gives the same ids, so that it can be rehearsed. */
function copiedId(id: string, { session_id, now }: SessionDraft): string {
  return uuidV7(() => sha256(`${session_id} ${id}`), now);
}

/** Records of the program about its sub-agents, which no model is shown. */
const ABOUT_CHILDREN = /"(?:CollabAgentToolCall|SubAgentActivity|collab_\w+|sub_agent_activity)"/;

function rewritten(
  file: SourceFile,
  source: SessionSource,
  draft: SessionDraft,
  names: readonly (readonly [from: string, to: string])[],
): AsyncGenerator<string> {
  const { ids, places } = changesFor(source, draft, new Map(names));
  const reset = resetLines(settingsRecords, file.path, draft);
  return rewriteLines(file, (original, number) => {
    const line = reset(original, number);
    if (line === null) return null;
    // Only few lines say where the work is and whose model did it; the others are spared the search.
    const isPlace = /"(?:session_meta|turn_context|thread_settings_applied)"/.test(line);
    const changed = replaceStrings(line, isPlace ? { ...ids, ...places } : ids);
    if (!line.includes('"event_msg"') || !ABOUT_CHILDREN.test(line)) return changed;
    return names.reduce((text, [from, to]) => text.replaceAll(from, to), changed);
  });
}

function changesFor(
  source: SessionSource,
  draft: SessionDraft,
  names: ReadonlyMap<string, string>,
) {
  const own = swap(source.session.id, draft.session_id);
  const id = (name: string) => names.get(name) ?? own(name);
  const cwd = moveFolder(draft.header.cwd ?? source.session.cwd, draft.cwd);
  const ids: StringChanges = {
    "/id": id,
    "/payload/id": id,
    "/payload/session_id": id,
    "/payload/thread_id": id,
    "/payload/parent_thread_id": id,
    "/payload/source/subagent/thread_spawn/parent_thread_id": id,
  };
  const roots = ["/payload", "/payload/thread_settings"].flatMap((location) => [
    `${location}/cwd`,
    `${location}/runtime_workspace_roots/0`,
    `${location}/workspace_roots/0`,
  ]);
  const provider = providerFor(draft);
  const places: StringChanges = {
    ...Object.fromEntries(roots.map((location) => [location, cwd])),
    "/payload/model_provider": provider,
    "/payload/thread_settings/model_provider_id": provider,
  };
  return { ids, places };
}

/** The program refuses to resume a session whose provider it does not know: it gets the one that is set. */
function providerFor(draft: SessionDraft): (name: string) => string {
  const { known_providers: known, model_provider } = draft.settings;
  if (known === undefined || model_provider === undefined) return (name) => name;
  const all = new Set(known.split("\n"));
  return (name) => {
    if (all.has(name)) return name;
    const why = `model provider "${name}" is not configured here; set to "${model_provider}"`;
    draft.loss({ kind: "changed", where: "model_provider", why });
    return model_provider;
  };
}
