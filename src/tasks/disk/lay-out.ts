/** Writes a task's starting state to a folder. */

import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { pathInside } from "../../disk/path-inside.ts";
import { writeEntry } from "../../disk/write-atomically.ts";
import type { StartItem } from "../starting-state.ts";

/** What was laid out. */
export const laidOutSchema = () =>
  z.object({
    files: z.number(),
    links: z.number(),
    bytes: z.number(),
    /** What other programs would act upon and was therefore not written. */
    leftOut: z.array(z.object({ path: z.string(), why: z.string() })).readonly(),
  });

/** What was laid out. */
export type LaidOut = z.infer<ReturnType<typeof laidOutSchema>>;

/**
 * Writes the items to a folder that it creates. Nothing that exists is ever opened or replaced, and no link is
 * followed: the items come from somebody else.
 */
export async function layOut(items: AsyncIterable<StartItem>, folder: string): Promise<LaidOut> {
  fs.mkdirSync(folder, { mode: 0o755 });
  const leftOut: { path: string; why: string }[] = [];
  const done = { files: 0, links: 0, bytes: 0 };
  const created = new Set<string>();
  for await (const item of items) {
    if (item.kind === "left-out") {
      leftOut.push({ path: item.path, why: item.why });
      continue;
    }
    const parent = item.kind === "folder" ? item.path : path.posix.dirname(item.path);
    if (!created.has(parent)) createFolder(folder, parent);
    created.add(parent);
    if (item.kind === "folder") continue;
    const target = path.join(folder, item.path);
    if (fs.lstatSync(target, { throwIfNoEntry: false }) !== undefined) throw taken(item.path);
    if (item.kind === "link") {
      fs.symlinkSync(item.target, target);
      done.links++;
    } else {
      await writeEntry(item.content, target);
      fs.chmodSync(target, item.mode);
      done.files++;
      done.bytes += item.content instanceof Uint8Array ? item.content.length : item.content.size;
    }
  }
  return { ...done, leftOut };
}

function createFolder(root: string, relative: string): void {
  const folder = pathInside(root, relative);
  if (fs.lstatSync(folder, { throwIfNoEntry: false })?.isFile()) throw taken(relative);
  fs.mkdirSync(folder, { recursive: true });
}

function taken(relative: string): HoldallError {
  return new HoldallError("E_PATH", `Cannot lay out "${relative}": something else has this name`);
}

/** Inputs that the commands on task bundles share. */

/** The option that lays out what is otherwise left out. */
export const WITH_SETTINGS_HELP =
  "Also lay out the bundle's settings of agents and editors, and its .env files; they can send your keys elsewhere";
