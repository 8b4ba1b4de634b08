import { dirname, join } from "node:path";
import { sha256 } from "../../base/hash.ts";
import type { MovedFile, NativeOrder, SessionSource, SourceFile } from "../agent.ts";
import { uuidV7 } from "../native-id.ts";
import { movePath, replaceStrings, type StringChanges, swap } from "../replace-strings.ts";
import { rewriteLines } from "../rewrite-lines.ts";
import { metaIn, parentOf } from "./locate.ts";
import { rolloutName } from "./place.ts";

/** The same session under another id and folder, with the ids that its sub-agents get. */
export async function* relocate(source: SessionSource, order: NativeOrder): AsyncGenerator<string> {
  const [file] = source.files;
  if (file === undefined) return;
  const children = await childrenIn(source, order);
  yield* renamed(file, source, order, children);
}

/** The rollouts of its sub-agents, each under an id of its own; what it was forked from stays. */
export async function beside(
  source: SessionSource,
  order: NativeOrder,
  target: string,
): Promise<readonly MovedFile[]> {
  const children = await childrenIn(source, order);
  const moved: MovedFile[] = [];
  for (const file of source.files.slice(1)) {
    const child = children.find(({ path }) => path === file.path);
    if (child === undefined) {
      const why = "another rollout that the session refers to stays behind";
      order.loss({ kind: "dropped", where: file.path, why });
      continue;
    }
    moved.push({
      source: file.path,
      path: join(dirname(target), rolloutName(order.now, child.to)),
      renamed: [child.from, child.to],
      text: () => renamed(file, source, order, children),
    });
  }
  return moved;
}

/** A sub-agent's rollout, its id, and the id that its copy gets. */
interface Child {
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/** An id shorter than this could stand in a text and mean something else. */
const SHORTEST_ID = 32;

async function childrenIn(source: SessionSource, order: NativeOrder): Promise<readonly Child[]> {
  const children: Child[] = [];
  for (const file of source.files.slice(1)) {
    const meta = await metaIn(file);
    if (meta === null || parentOf(meta) !== source.session.id) continue;
    if (meta.id.length < SHORTEST_ID) continue;
    // The same move gives the same ids, so that it can be rehearsed.
    const to = uuidV7(() => sha256(`${order.session_id} ${meta.id}`), order.now);
    children.push({ path: file.path, from: meta.id, to });
  }
  return children;
}

function renamed(
  file: SourceFile,
  source: SessionSource,
  order: NativeOrder,
  children: readonly Child[],
): AsyncGenerator<string> {
  const { ids, paths } = changesFor(source, order);
  return rewriteLines(file, (line) => {
    // Only few lines say where the work is; the others are spared the search.
    const isPlace = /"(?:session_meta|turn_context|thread_settings_applied)"/.test(line);
    let changed = replaceStrings(line, isPlace ? { ...ids, ...paths } : ids);
    // A sub-agent is called by its id in calls, results and notices alike.
    for (const { from, to } of children) changed = changed.replaceAll(from, to);
    return changed;
  });
}

function changesFor(source: SessionSource, order: NativeOrder) {
  const id = swap(source.session.id, order.session_id);
  const cwd = movePath(order.header.cwd ?? source.session.cwd, order.cwd);
  const ids: StringChanges = {
    "/id": id,
    "/payload/id": id,
    "/payload/session_id": id,
    "/payload/thread_id": id,
    "/payload/parent_thread_id": id,
    "/payload/source/subagent/thread_spawn/parent_thread_id": id,
  };
  const roots = ["/payload", "/payload/thread_settings"].flatMap((place) => [
    `${place}/cwd`,
    `${place}/runtime_workspace_roots/0`,
    `${place}/workspace_roots/0`,
  ]);
  const paths: StringChanges = Object.fromEntries(roots.map((place) => [place, cwd]));
  return { ids, paths };
}
