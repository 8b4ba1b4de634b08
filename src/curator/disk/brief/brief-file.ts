import * as z from "zod";
import { isId } from "../../workspace/ids.ts";

/** Ids of tasks name files. */
export const taskId = z
  .string()
  .refine(isId, { error: "must be an id: up to 64 of a-z, 0-9, _, @, . and -, without .." });

/** Where the brief of a task is. */
export function briefPath(task: string): string {
  return `context/utb/${task}.md`;
}
