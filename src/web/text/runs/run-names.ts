import type { RunData } from "../../page.ts";
import { formatAgent } from "../format-scores.ts";

type Named = Pick<RunData, "tool" | "model" | "place">;

/** Ways to name a run, the shortest first. */
const WAYS: readonly ((run: Named) => string | null)[] = [
  ({ tool }) => tool,
  ({ tool, model }) => (tool === null ? null : formatAgent(tool, model)),
  ({ place }) => place,
  ({ tool, model, place }) => `${formatAgent(tool, model)} (${place})`,
];

/** The shortest names by which these runs can be distinguished; numbered where nothing else differs. */
export function runNames(runs: readonly Named[]): readonly string[] {
  for (const way of WAYS) {
    const names = runs.map(way).filter((name) => name !== null);
    if (names.length === runs.length && new Set(names).size === runs.length) return names;
  }
  return runs.map((run, index) => `${index + 1}: ${formatAgent(run.tool, run.model)}`);
}
