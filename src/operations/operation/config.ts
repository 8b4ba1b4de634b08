import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import type { Finding } from "../../base/findings.ts";
import { pointerOf } from "../../base/json/pointer.ts";
import { nearestName } from "../../base/registry.ts";
import { parseYaml } from "../../base/yaml.ts";
import { readSmallFile } from "../../disk/small-file.ts";
import { highestLimits } from "../../formats/limits.ts";
import { DEFAULT_ROUTING } from "../../model/slot-routing.ts";
import { evictionPolicies } from "../../state/event-bodies.ts";
import { gateThresholdsSchema } from "../../state/gate/config.ts";
import { DEFAULT_DECAY } from "../../state/use/retrieval-strength.ts";
import { embedderSchema } from "../models/choose-embedder.ts";
import { judgeModelSchema, judgesSchema } from "../models/choose-judge.ts";
import { defaultBounds } from "../state/input.ts";
import type { OperationContext } from "./operation.ts";
import { CONFIG_FILE } from "./project-folder.ts";

const MAX_BYTES = 1024 * 1024;

const word = z.string().regex(/^(?=.*\S)[^\p{Cc}]{1,512}$/u);
const slot = z.union([
  word.transform((name) => ({ name })),
  z.strictObject({ name: word, description: z.string().exactOptional() }),
]);

/** One rule of filing; `*` at the end of a word stands for every word that begins so. */
const routingRule = z.strictObject({
  slot: word.describe("Slot, where the state has it"),
  words: z
    .array(word.regex(/[\p{L}\p{N}]/u, { error: "must have a letter or digit" }))
    .min(1)
    .describe("Words or phrases of an entry that belongs there; one may end in *"),
});

const state = z.strictObject({
  budget_tokens: z
    .int()
    .min(1)
    .default(defaultBounds.budget_tokens)
    .describe("Tokens of a new state"),
  slots: z
    .array(slot)
    .min(1)
    .default(() => [...defaultBounds.slots])
    .describe("Slots of a new state, in render order"),
  routing: z
    .array(routingRule)
    .default(() =>
      DEFAULT_ROUTING.map(({ slot: name, words }) => ({ slot: name, words: [...words] })),
    )
    .describe("Words that file an entry, in the order they are tried; fact or the last slot else"),
  eviction: z.enum(evictionPolicies).default(defaultBounds.eviction).describe("How room is made"),
  protect_slots: z.array(word).default([]).describe("Slots that are never evicted from"),
  compress: z.boolean().default(true).describe("Shorten what does not fit"),
  tokenizer: word.default(defaultBounds.tokenizer).describe("Counter of tokens"),
  recall_limit: z.int().min(1).default(16).describe("Candidates of one commit cycle"),
});

const decay = z.strictObject({
  enabled: z.boolean().default(true).describe("Whether entries fade at all"),
  half_life_days: z.number().min(1).default(DEFAULT_DECAY.half_life_days).describe("Days to half"),
  floor: z.number().min(0).max(1).default(DEFAULT_DECAY.floor).describe("Least strength"),
  boost: z.number().min(1).default(DEFAULT_DECAY.boost).describe("Most strength"),
});

const session = z.strictObject({
  user: word.optional().describe("User of addresses that name none"),
  task: word.optional().describe("Task of addresses that name none"),
});

const hooks = z.strictObject({
  max_tokens: z.int().min(1).default(2000).describe("Tokens that a session start restores"),
  timeout_ms: z.int().min(1).default(5000).describe("Time that a hook may take"),
  derive_on_compact: z
    .boolean()
    .default(false)
    .describe("Let the gate look at what the session said, before a pre-compact checkpoint"),
  dream_on_compact: z.boolean().default(false).describe("Dream after a pre-compact checkpoint"),
});

/** Limits of bundles that are read here, whatever their format; the names are those of `--limit`. */
const limits = z.strictObject(
  Object.fromEntries(
    Object.entries(highestLimits).map(([name, most]) => [
      name,
      z.int().min(1).max(most).optional(),
    ]),
  ),
);

const sections: Readonly<Record<string, z.ZodObject>> = {
  ...{ state, decay, session, hooks, limits },
  gate: gateThresholdsSchema,
  judges: judgesSchema,
  embedder: embedderSchema,
};

/** Everything that `holdall.yaml` may say. One schema: a key that is not here is reported. */
export const configSchema = z.strictObject({
  namespace: word.default(defaultBounds.namespace).describe("Namespace of entries and units"),
  collection: word.optional().describe("Name of the collection in exported kits"),
  track_access: z.boolean().default(true).describe("Count reads that gave entries to an agent"),
  state: state.prefault({}),
  gate: gateThresholdsSchema.prefault({}),
  judges: judgesSchema.prefault({}),
  embedder: embedderSchema.optional(),
  decay: decay.prefault({}),
  session: session.prefault({}),
  hooks: hooks.prefault({}),
  limits: limits.prefault({}),
});

/** What `holdall.yaml` says, with defaults for what it does not. */
export type Config = z.infer<typeof configSchema>;

/** What was understood of a file's text in a run, by the project's folder. */
const understood = new WeakMap<OperationContext, Map<string, Understood>>();

interface Understood {
  readonly text: string;
  readonly config: Config;
}

/**
 * The configuration of a project, for a run: however many parts of it ask, the file is understood once
 * and its notes are told once. A file that was changed in between is another one.
 */
export function configFor(context: OperationContext, root: string): Config {
  const text = configText(root);
  const known = understood.get(context) ?? new Map<string, Understood>();
  understood.set(context, known);
  const before = known.get(root);
  if (before?.text === text) return before.config;
  const config = parseConfig(text, (line) => context.note(line));
  known.set(root, { text, config });
  return config;
}

/** What the file of a project says: nothing without one. */
function configText(root: string): string {
  if (!fs.existsSync(path.join(root, CONFIG_FILE))) return "";
  return readSmallFile(root, CONFIG_FILE, { what: "configuration", maxBytes: MAX_BYTES }).text;
}

/** Understands the text of a configuration; where it says nothing, everything is as by default. */
function parseConfig(text: string, note: (text: string) => void): Config {
  const { value, faults, lineOf } = parseYaml(text);
  if (faults.length > 0) {
    throw refused(faults.map(({ code, line, message }) => fault(code, { line, message })));
  }
  const known = withoutUnknown(value ?? {}, note);
  const parsed = configSchema.safeParse(known);
  if (parsed.success) return parsed.data;
  throw refused(
    parsed.error.issues.map(({ path: at, message }) => {
      const pointer = pointerOf(at);
      return fault("E_SHAPE", { line: lineOf(pointer), pointer, message });
    }),
  );
}

type Fault = { readonly line: number; readonly pointer?: string; readonly message: string };

function fault(code: Finding["code"], { line, pointer = "", message }: Fault): Finding {
  return { severity: "error", code, file: CONFIG_FILE, pointer, line, message };
}

function refused(findings: readonly Finding[]): HoldallError {
  const [first] = findings;
  return new HoldallError(
    first?.code === "E_YAML" ? "E_YAML" : "E_SHAPE",
    `Cannot use ${CONFIG_FILE}: line ${first?.line}: ${first?.message}`,
    { findings },
  );
}

/** Takes unknown keys out, and names the nearest known one for each: a later version may know them. */
function withoutUnknown(value: unknown, note: (text: string) => void): unknown {
  const parsed = configSchema.safeParse(value);
  let known = value;
  for (const issue of parsed.error?.issues ?? []) {
    if (issue.code !== "unrecognized_keys") continue;
    for (const key of issue.keys) {
      const at = [...issue.path.map(String), key].join(".");
      const near = nearestName(key, keysAt(issue.path));
      note(
        `${CONFIG_FILE}: unknown key "${at}"${near === null ? "" : `; did you mean "${near}"?`}`,
      );
      known = without(known, [...issue.path, key]);
    }
  }
  return known;
}

/** The keys that are known at a place of the configuration. */
function keysAt(place: readonly PropertyKey[]): readonly string[] {
  if (place.length === 0) return Object.keys(configSchema.shape);
  if (place[1] === "routing") return Object.keys(routingRule.shape);
  if (place.length > 1) return Object.keys(judgeModelSchema.shape);
  const section = Object.hasOwn(sections, String(place[0]))
    ? sections[String(place[0])]
    : undefined;
  return Object.keys(section?.shape ?? {});
}

function without(value: unknown, [key, ...rest]: readonly PropertyKey[]): unknown {
  if (!(value instanceof Object) || key === undefined) return value;
  if (Array.isArray(value)) {
    return value.map((each, index) => (index === key ? without(each, rest) : each));
  }
  const pairs = Object.entries(value).filter(([name]) => rest.length > 0 || name !== key);
  return Object.fromEntries(
    pairs.map(([name, each]) => [name, name === key ? without(each, rest) : each]),
  );
}
