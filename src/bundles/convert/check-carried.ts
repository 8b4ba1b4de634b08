import { HoldallError } from "../../base/errors.ts";
import type { FileSet } from "../../base/file-set.ts";
import type { Findings } from "../../base/findings.ts";
import type { Format } from "../../formats/format.ts";
import { type Carried, readCarried } from "./carried.ts";
import { CARRIED, type CarriedFacts } from "./carried-facts.ts";
import { goHome, warnOfCarried } from "./go-home.ts";
import { sideOf } from "./state-pair.ts";

/**
 * Says what a bundle carries, and warns of what could not be used. If it is tried, the way back is gone,
 * because only that shows whether what is carried agrees with what the bundle says.
 */
export async function checkCarried(
  { format, model, files }: { format: Format; model: unknown; files: FileSet },
  isTried: boolean,
  findings: Findings,
): Promise<CarriedFacts | null> {
  const carried = await readCarried(files, format.name, findings);
  if (!carried) return null;
  if (isTried && format.state && model !== null) {
    await tryWayBack(format, model, carried, findings);
  }
  return factsOf(carried);
}

/** A longer trail is not worth the memory of a check. */
const LINES_TRIED = 50_000;

async function tryWayBack(
  format: Format,
  model: unknown,
  carried: Carried,
  findings: Findings,
): Promise<void> {
  const side = sideOf(format);
  const isLong = carried.trail.length > LINES_TRIED;
  const tried = isLong ? { ...carried, trail: [] } : carried;
  // What a text costs does not matter here, and counting it would take longer than all the rest.
  const options = { budget: null, countTokens: () => 1 };
  try {
    const home = await goHome(side, await side.codec.readParts(model, !isLong), tried, options);
    warnOfCarried(carried, home, findings);
    if (!isLong) return;
    const why = `Not checked: ${carried.trail.length} lines of the trail; converting compares them`;
    findings.warn("W_CARRIED", { file: CARRIED }, why);
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error;
    if (error.code === "E_OVER_BUDGET") return;
    findings.warn("W_CARRIED", { file: CARRIED }, `Not checked: ${error.message}`);
  }
}

function factsOf({ from, files, entries, trail, outside }: Carried): CarriedFacts {
  const whole = new Set(outside);
  const count = (map: Readonly<Record<string, object>>) =>
    Object.entries(map).reduce(
      (sum, [name, keys]) => sum + (whole.has(name) ? 0 : Object.keys(keys).length),
      0,
    );
  return { from, keys: count(files) + count(entries), lines: trail.length, entries: whole.size };
}
