/** Reads an ATIF trajectory as a run. */

import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../../../base/errors.ts";
import { JSON_LIMITS } from "../../../../base/json/parse.ts";
import { isObject, type Json, type JsonObject } from "../../../../base/json/value.ts";
import type { LossItem } from "../../../../model/loss.ts";
import { outcomeStatuses } from "../../../../model/task-bundle-records.ts";
import { isAtif } from "../../../../transcripts/read-atif.ts";
import type { PackSettings } from "../../../pack/pack-config.ts";
import { buildParts } from "../../pack/build-parts.ts";
import { createPartsCleaner } from "../../pack/clean-parts.ts";
import { draftFromSession } from "../../pack/draft-from-session.ts";
import type { Imported, ImportSource } from "../exchange.ts";

/** The largest trajectory: it is one document, kept in memory. */
const MAX_BYTES = 256 * 1024 * 1024;

/** What is known of a run besides its trajectory. */
export type RunFacts = Pick<PackSettings, "title" | "status" | "score" | "tool" | "model">;

/** Reads a trajectory; its totals count where they are larger than the sum of its steps. */
export async function importTrajectory(
  { context, place, name }: ImportSource,
  facts: RunFacts = {},
): Promise<Imported> {
  const document = readTrajectory(place);
  const settings: PackSettings = {
    ...outcomeOf(document),
    ...facts,
    gitAuto: false,
    force: false,
    fromSession: place,
    snapshot: "none",
    promptSource: "trajectory",
    id: name,
  };
  // The content stays as its writer published it.
  const cleaner = createPartsCleaner(context, "off");
  const { draft, loss } = await draftFromSession(context, place, settings, cleaner);
  const packing = { draft: { ...draft, folder: null }, settings, cleaner };
  const parts = await buildParts(context, packing, []);
  const metadata = parts.metadata ?? {};
  const run = withTotals(isObject(metadata.run) ? metadata.run : {}, document);
  return {
    kind: "run",
    parts: { ...parts, metadata: { ...metadata, run } },
    checks: null,
    losses: [...loss.items, ...scoreLosses(document)],
  };
}

function readTrajectory(place: string): JsonObject {
  const { size } = fs.statSync(place);
  const name = path.basename(place);
  if (size > MAX_BYTES) {
    const message = `Cannot import "${name}": it has ${size} bytes, at most ${MAX_BYTES} are read`;
    throw new HoldallError("E_LIMIT", message);
  }
  const document = parsed(fs.readFileSync(place, "utf8"), name);
  if (isAtif(document)) return document;
  throw new HoldallError("E_FORMAT", `Cannot import "${name}": it is not an ATIF trajectory`, {
    cure: 'a trajectory is a JSON object with "schema_version" and "steps"',
  });
}

function parsed(text: string, name: string): unknown {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    const message = `Cannot import "${name}": ${(error as Error).message}`;
    throw new HoldallError("E_JSON", message);
  }
  const { maxDepth } = JSON_LIMITS;
  if (!isDeeperThan(document, maxDepth)) return document;
  const message = `Cannot import "${name}": its values are nested more than ${maxDepth} deep`;
  throw new HoldallError("E_LIMIT", message);
}

/** Goes down no further than the limit. */
function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return limit === 0 || Object.values(value).some((each) => isDeeperThan(each, limit - 1));
}

/** The outcome that an export of ours kept. */
function outcomeOf(document: JsonObject): RunFacts {
  const run = keptRun(document);
  const status = outcomeStatuses.find((each) => each === run.status);
  return {
    ...(status === undefined ? {} : { status }),
    ...(isScore(run.score) ? { score: run.score } : {}),
    ...(typeof run.task === "string" && run.task !== "" ? { title: run.task } : {}),
  };
}

function keptRun({ extra }: JsonObject): JsonObject {
  return isObject(extra) && isObject(extra.run) ? extra.run : {};
}

function isScore(value: Json | undefined): value is number {
  return typeof value === "number" && value >= 0 && value <= 1;
}

function scoreLosses(document: JsonObject): readonly LossItem[] {
  const { score = null } = keptRun(document);
  if (score === null || isScore(score)) return [];
  const why = "left out: a score is a number from 0 to 1";
  return [{ kind: "dropped", where: "extra.run.score", why }];
}

/** The record of a run with the totals of the trajectory, which may have more than its steps. */
function withTotals(run: JsonObject, { final_metrics }: JsonObject): JsonObject {
  const final = isObject(final_metrics) ? final_metrics : {};
  const prompt = amountOf(final.total_prompt_tokens);
  const cached = Math.min(amountOf(final.total_cached_tokens), prompt);
  const output = amountOf(final.total_completion_tokens);
  const usage = isObject(run.usage) ? run.usage : {};
  const counted = ["input", "cacheRead", "cacheWrite", "output"].reduce(
    (sum, key) => sum + amountOf(usage[key]),
    0,
  );
  const totals = { input: prompt - cached, cacheRead: cached, cacheWrite: 0, output, reasoning: 0 };
  const isMore = prompt + output > counted;
  const cost = amountOf(final.total_cost_usd);
  return {
    ...run,
    ...(isMore ? { usage: totals } : {}),
    ...(cost > 0 ? { cost: { usd: cost, pricesFrom: "the trajectory" } } : {}),
  };
}

/** A number of tokens or dollars; 0 for everything else. */
function amountOf(value: Json | undefined): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}
