import { globSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import * as z from "zod";

/** Terms of which each group must be met by one: an AND of ORs. */
const anchors = z.array(z.array(z.string()));

const truthSchema = z.object({
  /** Path of the session's log, below the folder of the logs. */
  session: z.string(),
  facts: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      weight: z.number(),
      text: z.string(),
      anchors,
    }),
  ),
  false: z.array(z.object({ text: z.string(), anchors, unless: z.array(z.string()).default([]) })),
  noise: z.array(z.string()),
  /** What a list of open work must name, and what it must not; labelled in some sessions only. */
  open_items: z.array(z.object({ text: z.string(), anchors })).optional(),
  closed_items: z.array(z.object({ text: z.string(), anchors })).optional(),
});

/** What a successor must know of one session, what would be wrong, and what nobody needs. */
export type Truth = Readonly<z.infer<typeof truthSchema>> & {
  readonly name: string;
  /** The log of the session. */
  readonly log: string;
};

/** Every truth of a folder, by name; the paths of their logs are below another. */
export function readTruths(folder: string, logs: string): readonly Truth[] {
  return globSync("*.json", { cwd: folder })
    .sort()
    .map((file) => {
      const truth = truthSchema.parse(JSON.parse(readFileSync(join(folder, file), "utf8")));
      return { ...truth, name: basename(file, ".json"), log: resolve(logs, truth.session) };
    });
}
