import fs from "node:fs";
import path from "node:path";
import { contentStamp } from "../../disk/content-stamp.ts";
import type { OperationContext } from "../operation/operation.ts";
import { nameSource } from "./named-source.ts";

/** What a handoff or an import of FROM would read now: which session or bundle it is, and in which content. */
export async function sourceBasis(
  context: OperationContext,
  from: string,
  session: string | undefined,
): Promise<unknown> {
  const named = await nameSource(context, from, session);
  if (named.kind !== "session") return [named.kind, named.path, contentStamp(named.path)];
  const { id, path: main, bytes, modified_ms } = named.session;
  const { files } = await named.agent.open(named.session);
  const folder = path.dirname(main);
  const places = new Set([main, ...files.map((file) => path.resolve(folder, file.path))]);
  // A database has other sessions, too: there the size and the time of the session itself count.
  const isDatabase = fs.statSync(main).isFile() && fs.statSync(main).size !== bytes;
  return [
    ...[named.agent.id, id, bytes, modified_ms],
    isDatabase ? null : [...places].toSorted().map(contentStamp),
  ];
}
