/** The files that a container task starts with, as far as its Dockerfile copies them into the working folder. */

import path from "node:path";
import { HoldallError } from "../../../../base/errors.ts";
import { findEscapingLinks } from "../../../../base/escaping-links.ts";
import { compareBytes, type FileEntry } from "../../../../base/file-set.ts";
import { placeFault } from "../../../../base/paths.ts";
import { createProtectedPathGuard } from "../../../../base/protected-path.ts";
import { excerpt } from "../../../../base/text/text.ts";
import { parseWildcards } from "../../../../base/text/wildcards.ts";
import type { LossItem } from "../../../../model/loss.ts";
import type { CapturedItem } from "../../../pack/write-task.ts";
import { createLossList } from "../loss-list.ts";
import type { Dockerfile } from "./dockerfile.ts";

/** Files of a start, and what could not be among them. */
export interface StartFiles {
  readonly items: readonly CapturedItem[];
  readonly losses: readonly LossItem[];
}

/** How often a source of an instruction is compared with a file. */
const MAX_COMPARED = 20_000_000;

/** Follows the copying instructions of a Dockerfile; `context` has the files of its folder by their paths. */
export function startFiles(
  { workdir, copies }: Pick<Dockerfile, "workdir" | "copies">,
  context: ReadonlyMap<string, FileEntry>,
): StartFiles {
  const sourceCount = copies.reduce((sum, { sources }) => sum + sources.length, 0);
  if (sourceCount * context.size > MAX_COMPARED) {
    throw new HoldallError("E_LIMIT", "Cannot read the Dockerfile: it copies too many files");
  }
  const found = new Map<string, FileEntry>();
  const losses = createLossList();
  for (const { line, sources, target, isFolder } of copies) {
    for (const source of sources) {
      const where = `Dockerfile:${line}`;
      const matches = matchesOf(source, context);
      if (matches.length === 0) {
        losses.add({ kind: "dropped", where, why: `"${excerpt(source)}" is not in the folder` });
      }
      for (const { entry, below } of matches) {
        // Like Docker: a single file goes to the very target, unless that is a folder.
        const isInside = below !== null || isFolder || target === workdir;
        const full = isInside ? path.posix.join(target, below ?? baseName(entry)) : target;
        const relative = path.posix.relative(workdir, full);
        if (relative === "" || relative.startsWith("..")) {
          const why = "copied to a place outside the working folder";
          losses.add({ kind: "dropped", where: full, why });
        } else found.set(relative, entry);
      }
    }
  }
  const usable = usableItems(found);
  return { items: usable.items, losses: [...losses.items(), ...usable.losses] };
}

function baseName({ path: file }: FileEntry): string {
  return path.posix.basename(file);
}

interface Match {
  readonly entry: FileEntry;
  /** The path below the folder that was named; null for a file that was named itself. */
  readonly below: string | null;
}

function matchesOf(source: string, context: ReadonlyMap<string, FileEntry>): readonly Match[] {
  const bare = path.posix.normalize(source).replace(/^\/+|(?<!\/)\/+$/g, "");
  if (bare === "." || bare === "") {
    return [...context].map(([file, entry]) => ({ entry, below: file }));
  }
  const parts = bare.split("/").map(parseWildcards);
  return [...context].flatMap(([file, entry]): Match[] => {
    const names = file.split("/");
    if (names.length < parts.length || !parts.every((part, at) => part.test(names[at] ?? ""))) {
      return [];
    }
    const rest = names.slice(parts.length).join("/");
    return [{ entry, below: rest === "" ? null : rest }];
  });
}

/** The files that may be laid out, in byte order, then links that stay among them. */
export function usableItems(found: ReadonlyMap<string, FileEntry>): StartFiles {
  const losses: LossItem[] = [];
  const items: CapturedItem[] = [];
  const links: { path: string; target: string }[] = [];
  const guard = createProtectedPathGuard();
  for (const [file, entry] of [...found].toSorted(([one], [other]) => compareBytes(one, other))) {
    const protection = guard.check(file, "file");
    const fault =
      placeFault(file) ??
      (protection === null || protection.isSettings ? null : `is ${protection.what}`);
    if (fault !== null) losses.push({ kind: "dropped", where: file, why: `its name ${fault}` });
    else if (entry.kind === "link") links.push({ path: file, target: entry.target ?? "" });
    else if (entry.kind === "file") {
      const mode = entry.mode & 0o111 ? 0o755 : 0o644;
      items.push({ kind: "file", path: file, mode, content: entry });
    } else losses.push({ kind: "dropped", where: file, why: "not a regular file" });
  }
  const escaping = findEscapingLinks(links);
  for (const link of links) {
    const why = escaping.get(link.path);
    if (why === undefined) items.push({ kind: "link", ...link });
    else losses.push({ kind: "dropped", where: link.path, why });
  }
  return { items, losses };
}
