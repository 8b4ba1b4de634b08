import { findEscapingLinks } from "../../base/escaping-links.ts";
import type { Findings } from "../../base/findings.ts";
import { excerpt } from "../../base/text/text.ts";
import type { ListedFile } from "../../model/task-bundle-records.ts";
import type { ReadOptions } from "../format.ts";
import { inByteOrder } from "./manifest-order.ts";
import type { Manifest } from "./read-manifest.ts";

/**
 * Checks that the files, links and empty folders of a manifest can be laid out together: that no link leads out of the
 * workspace, alone or through others, and that nothing lies below a link or below a file.
 */
export async function checkLayout(
  manifest: Manifest,
  emptyFolders: readonly string[],
  options: ReadOptions,
): Promise<void> {
  const { findings } = options;
  const { links } = manifest;
  const place = { file: manifest.entry.path, pointer: "/files" };
  if (links === null) {
    findings.error("E_LIMIT", place, "There are too many links to be checked");
    return;
  }
  if (links.length === 0 && emptyFolders.length === 0) return;
  for (const [path, what] of findEscapingLinks(links)) {
    findings.error("E_LINK", place, `"${excerpt(path)}" is ${what}`);
  }
  const linked = new Set(links.map(({ path }) => path));
  const folders = new Set(emptyFolders.flatMap((path) => [...parentsOf(path), path]));
  for await (const batch of inByteOrder(manifest, options.limits)) {
    for (const file of batch) checkFile(file, { linked, folders }, place, findings);
  }
  for (const [at, folder] of emptyFolders.entries()) {
    if (!parentsOf(folder).some((parent) => linked.has(parent))) continue;
    const pointer = `/emptyFolders/${at}`;
    findings.error("E_LINK", { ...place, pointer }, `"${excerpt(folder)}" lies below a link`);
  }
}

interface Taken {
  readonly linked: ReadonlySet<string>;
  /** Folders that are created although no file is in them, and those above them. */
  readonly folders: ReadonlySet<string>;
}

function checkFile(
  { path }: ListedFile,
  { linked, folders }: Taken,
  place: { readonly file: string; readonly pointer: string },
  findings: Findings,
): void {
  if (folders.has(path)) {
    findings.error("E_PATH", place, `"${excerpt(path)}" is also an empty folder or lies above one`);
  }
  // A link below a link was reported with the links.
  if (linked.size === 0 || linked.has(path)) return;
  if (!parentsOf(path).some((parent) => linked.has(parent))) return;
  findings.error("E_LINK", place, `"${excerpt(path)}" lies below a link`);
}

function parentsOf(path: string): string[] {
  const names = path.split("/");
  return names.slice(1).map((_, end) => names.slice(0, end + 1).join("/"));
}
