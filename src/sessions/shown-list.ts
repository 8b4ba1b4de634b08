/**
 * The list of sessions that was last shown in each folder. A number that a person types means an entry of that list,
 * also when newer sessions have come since.
 */

import path from "node:path";
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
  at: z.string(),
  sessions: z.array(z.object({ agent: z.string(), id: z.string(), title: z.string().nullable() })),
});
const fileSchema = z.object({ version: z.literal(1), lists: z.array(listSchema) });

/** A list of sessions that was shown in a folder; the first has the number 1. */
export type ShownList = z.infer<typeof listSchema>;

/** Keeps a list as the one that was last shown in the current folder. */
export function keepShownList(context: OperationContext, sessions: ShownList["sessions"]): void {
  const file = listsFile(agentEnvironment(context));
  const shown: ShownList = {
    folder: context.cwd,
    at: context.now().toISOString(),
    sessions: sessions.slice(0, MAX_NUMBER).map(({ agent, id, title }) => ({
      agent,
      id,
      title: title && truncateEnd(title, MAX_TITLE),
    })),
  };
  const others = readLists(file).filter(({ folder }) => folder !== context.cwd);
  const lists = [shown, ...others].slice(0, MAX_LISTS);
  try {
    replaceTextFile(file, `${JSON.stringify({ version: 1, lists })}\n`);
  } catch (error) {
    // If it cannot be written, the list is shown anyway, and its numbers are refused later.
    if (!(error instanceof HoldallError)) throw error;
  }
}

/** The list that was last shown in the current folder; null without one. */
export function readShownList(context: OperationContext): ShownList | null {
  const lists = readLists(listsFile(agentEnvironment(context)));
  return lists.find(({ folder }) => folder === context.cwd) ?? null;
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
