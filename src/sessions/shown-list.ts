/**
 * The list of sessions that was last shown in each folder and terminal. A number that a person types means an entry of
 * the list that they have before them, also when newer sessions have come since.
 */

import fs from "node:fs";
import path from "node:path";
import tty from "node:tty";
import * as z from "zod";
import type { AgentEnvironment } from "../agents/agent.ts";
import { HoldallError } from "../base/errors.ts";
import { truncateEnd } from "../base/text/one-line.ts";
import { readExternalText, replaceTextFile } from "../disk/replace-text-file.ts";
import { stateFolder } from "../disk/user-folder.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { agentEnvironment } from "./agent-sessions.ts";

/** The highest number of a list; what is further down has none. */
export const MAX_NUMBER = 999;
/** Folders whose lists are kept, those of the newest lists. */
const MAX_LISTS = 16;
const MAX_TITLE = 100;

const listSchema = z.object({
  folder: z.string(),
  /** Where it was shown; lists of earlier versions do not say. */
  terminal: z.string().default(""),
  at: z.string(),
  sessions: z.array(z.object({ agent: z.string(), id: z.string(), title: z.string().nullable() })),
});
const fileSchema = z.object({ version: z.literal(1), lists: z.array(listSchema) });

/** A list of sessions that was shown in a folder; the first has the number 1. */
export type ShownList = z.infer<typeof listSchema>;

/** Keeps a list as the one that was last shown in the current folder and terminal. */
export function keepShownList(
  context: OperationContext,
  sessions: ShownList["sessions"],
  terminal = currentTerminal(),
): void {
  const file = listsFile(agentEnvironment(context));
  const shown: ShownList = {
    folder: context.cwd,
    terminal,
    at: context.now().toISOString(),
    sessions: sessions.slice(0, MAX_NUMBER).map(({ agent, id, title }) => ({
      agent,
      id,
      title: title && truncateEnd(title, MAX_TITLE),
    })),
  };
  const others = readLists(file).filter((list) => {
    return list.folder !== context.cwd || list.terminal !== terminal;
  });
  const lists = [shown, ...others].slice(0, MAX_LISTS);
  try {
    replaceTextFile(file, `${JSON.stringify({ version: 1, lists })}\n`);
  } catch (error) {
    // If it cannot be written, the list is shown anyway, and its numbers are refused later.
    if (!(error instanceof HoldallError)) throw error;
  }
}

/** The list that was last shown in the current folder, first of all in this terminal; null without one. */
export function readShownList(
  context: OperationContext,
  terminal = currentTerminal(),
): ShownList | null {
  const lists = readLists(listsFile(agentEnvironment(context)));
  const here = lists.filter(({ folder }) => folder === context.cwd);
  return here.find((list) => list.terminal === terminal) ?? here[0] ?? null;
}

/** A name for the terminal of this process, or for what started it where it has none. */
function currentTerminal(): string {
  const stream = [2, 1, 0].find((each) => tty.isatty(each));
  const place = `/proc/self/fd/${stream}`;
  if (stream !== undefined && fs.existsSync(place)) return fs.readlinkSync(place);
  return `process ${process.ppid}`;
}

function listsFile(environment: AgentEnvironment): string {
  return path.join(stateFolder(environment), "shown-lists.json");
}

/** A damaged file has no lists: the next list that is shown replaces it. */
function readLists(file: string): readonly ShownList[] {
  try {
    const parsed = fileSchema.safeParse(JSON.parse(readExternalText(file) ?? "null"));
    return parsed.success ? parsed.data.lists : [];
  } catch {
    return [];
  }
}
