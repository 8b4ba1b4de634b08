import { HoldallError } from "../../base/errors.ts";
import { nearestName } from "../../base/registry.ts";
import { findRunnable, type RunnableAgent, runnableNames } from "./agent-command.ts";

/** Who does a task: an agent with a ready-made command, or a command of the user. */
export interface Contestant {
  /** Its name in results: `codex`, `claude:claude-opus-4-5`, or that of a command. */
  readonly label: string;
  /** Its name in a bundle, whose format calls it `tool`. */
  readonly tool: string;
  readonly model: string | null;
  /** A command for a shell; null for a ready-made one. */
  readonly template: string | null;
  /** The agent that does it, and whose sessions show what was done; null for another program. */
  readonly agent: RunnableAgent | null;
}

/** It becomes an argument of the agent's program, which must not take it for an option. */
const MODEL = /^[A-Za-z0-9][A-Za-z0-9_.:/@+-]{0,199}$/;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,60}$/;

/** Parses `--with` (`claude,codex:MODEL`) and `--command` (`NAME=TEMPLATE`). */
export async function parseContestants(
  agents: readonly string[],
  commands: readonly string[],
): Promise<readonly Contestant[]> {
  const parsed = commands.map(parseCommand);
  requireOnce(parsed.map(([name]) => name));
  const templates = new Map(parsed);
  const named = agents.flatMap((each) => each.split(",")).filter((each) => each.trim() !== "");
  const found = await Promise.all(named.map((each) => parseAgent(each.trim(), templates)));
  const own = [...templates].filter(([name]) => !found.some(({ tool }) => tool === name));
  const added = await Promise.all(own.map(([name, text]) => fromTemplate(name, text, null)));
  const all = [...found, ...added];
  requireOnce(all.map(({ label }) => label));
  if (all.length === 0) throw refused("no agent is named");
  return all;
}

function requireOnce(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw refused(`"${twice}" is named twice`);
}

function parseCommand(text: string): readonly [name: string, template: string] {
  const at = text.indexOf("=");
  const name = text.slice(0, Math.max(at, 0));
  if (NAME.test(name) && text.slice(at + 1).trim() !== "") return [name, text.slice(at + 1)];
  throw new HoldallError("E_USAGE", `Cannot use --command "${text}": it is not NAME=COMMAND`, {
    cure: 'write it as in --command "mine=my-agent --task {task}"',
  });
}

async function parseAgent(
  text: string,
  templates: ReadonlyMap<string, string>,
): Promise<Contestant> {
  const at = text.indexOf(":");
  const name = at === -1 ? text : text.slice(0, at);
  const model = at === -1 ? null : text.slice(at + 1) || null;
  if (model !== null && !MODEL.test(model)) throw refused(`"${model}" is no name of a model`);
  const template = templates.get(name);
  if (template !== undefined) return fromTemplate(name, template, model);
  const agent = await findRunnable(name);
  if (agent !== null) return { label: text, tool: name, model, template: null, agent };
  const known = await runnableNames();
  const near = nearestName(name, known);
  throw new HoldallError("E_USAGE", `Cannot run "${name}": no such agent`, {
    cure: near ? `did you mean "${near}"?` : `use one of ${known.join(", ")}, or --command`,
  });
}

async function fromTemplate(
  name: string,
  template: string,
  model: string | null,
): Promise<Contestant> {
  const label = model === null ? name : `${name}:${model}`;
  return { label, tool: name, model, template, agent: await findRunnable(name) };
}

function refused(state: string): HoldallError {
  return new HoldallError("E_USAGE", `Cannot run tasks: ${state}`, {
    cure: "name agents with --with claude,codex, or a command with --command NAME=COMMAND",
  });
}

/** A name for a folder: what other systems refuse becomes a dash. */
export function folderName(text: string): string {
  const safe = text.normalize("NFKD").replaceAll(/[^A-Za-z0-9._-]+/g, "-");
  return safe.replace(/^[.-]+/, "").slice(0, 80) || "run";
}
