import type { NativeOrder, SessionSource } from "../agent.ts";
import { movePath, replaceStrings, type StringChanges, swap } from "../replace-strings.ts";
import { rewriteLines } from "../rewrite-lines.ts";

/** The same session under another id and folder; what stands in other rollouts stays where it is. */
export async function* relocate(source: SessionSource, order: NativeOrder): AsyncGenerator<string> {
  const [file, ...others] = source.files;
  if (file === undefined) return;
  for (const { path } of others) {
    const why = "another rollout that the session refers to stays behind";
    order.loss({ kind: "dropped", where: path, why });
  }
  const { ids, paths } = changesFor(source, order);
  yield* rewriteLines(file, (line) => {
    // Only few lines say where the work is; the others are spared the search.
    const isPlace = /"(?:session_meta|turn_context|thread_settings_applied)"/.test(line);
    return replaceStrings(line, isPlace ? { ...ids, ...paths } : ids);
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
  };
  const roots = ["/payload", "/payload/thread_settings"].flatMap((place) => [
    `${place}/cwd`,
    `${place}/runtime_workspace_roots/0`,
    `${place}/workspace_roots/0`,
  ]);
  const paths: StringChanges = Object.fromEntries(roots.map((place) => [place, cwd]));
  return { ids, paths };
}
