import { HoldallError } from "../../../base/errors.ts";
import { excerpt } from "../../../base/text/text.ts";
import { unplaced } from "../name-places.ts";
import type { Standing } from "../standings.ts";

/** The least that agents must reach. */
export interface Threshold {
  /** A tool, or a tool and its model as `codex:gpt-5`; null for every agent. */
  readonly agent: string | null;
  readonly measure: "rate" | "score";
  readonly least: number;
}

const FORM = /^(?:(.{1,200}):)?(rate|score)=(0|1|0?\.\d{1,6}|1\.0{1,6})$/;

/** Reads thresholds of the form `[AGENT[:MODEL]:]rate=0.8`; a list may have several, separated by commas. */
export function parseThresholds(texts: readonly string[]): readonly Threshold[] {
  return texts.flatMap((text) => text.split(",")).map(parseThreshold);
}

function parseThreshold(text: string): Threshold {
  const [, agent = null, measure, least] = FORM.exec(text.trim()) ?? [];
  if (measure !== "rate" && measure !== "score") {
    throw new HoldallError("E_USAGE", `Cannot use the threshold "${excerpt(text)}"`, {
      cure: "write rate=0.8 or score=0.5, from 0 to 1; codex:rate=0.8 or codex:gpt-5:rate=0.8 for one agent",
    });
  }
  return { agent, measure, least: Number(least) };
}

/** Whether a threshold is about an agent, in whichever home or container it ran. */
export function isAbout({ agent }: Threshold, { tool, model }: Standing): boolean {
  const names = [tool, unplaced(tool)].flatMap((name) => [name, `${name}:${model}`]);
  return agent === null || names.includes(agent);
}
