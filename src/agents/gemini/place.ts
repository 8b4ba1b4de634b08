import { readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { sha256 } from "../../base/hash.ts";
import { isObject } from "../../base/json/value.ts";
import { createFile } from "../../durable/files.ts";
import type {
  AgentEnvironment,
  PlacedSession,
  PlannedSession,
  ResumeCommands,
  SessionPlace,
} from "../agent.ts";
import { listFolder } from "../list-folder.ts";
import { geminiFolder } from "./host.ts";
import { OWNER_FILE } from "./locate.ts";

const MINUTE_MS = 60_000;

/**
 * The name Gemini CLI would give the file, in the folder that belongs to the project. The minute before is in it: the
 * program begins to load a session with a new file of this minute and of the same id, and would replace this one.
 */
export async function targetPath(
  draft: PlannedSession,
  environment: AgentEnvironment,
): Promise<string> {
  const minute = new Date(draft.now.getTime() - MINUTE_MS)
    .toISOString()
    .slice(0, 16)
    .replace(":", "-");
  const name = `session-${minute}-${draft.session_id.slice(0, 8)}.jsonl`;
  const all = join(geminiFolder(environment), "tmp");
  return join(all, await projectSlug(draft.cwd, all, environment), "chats", name);
}

/** The name of the project's folder, found as Gemini CLI finds it or made as it would make it. */
async function projectSlug(
  cwd: string,
  all: string,
  environment: AgentEnvironment,
): Promise<string> {
  const projects = await readProjects(environment);
  const owners = new Map<string, string>();
  for (const slug of await listFolder(all)) {
    const owner = await readFile(join(all, slug, OWNER_FILE), "utf8").catch(() => "");
    if (owner !== "") owners.set(slug, owner.trim());
  }
  const noted = projects.get(cwd);
  if (noted !== undefined && (owners.get(noted) ?? cwd) === cwd) return noted;
  for (const [slug, owner] of owners) if (owner === cwd) return slug;
  // Versions before 0.29 named it by a hash; such a folder is taken over whole by later ones.
  const hash = sha256(cwd);
  if (await stat(join(all, hash)).catch(() => null)) return hash;
  const taken = new Set([...projects.values(), ...owners.keys()]);
  const base = slugOf(basename(cwd));
  for (let number = 0; ; number++) {
    const slug = number === 0 ? base : `${base}-${number}`;
    if (!taken.has(slug)) return slug;
  }
}

function slugOf(name: string): string {
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return slug.replace(/^-|-$/g, "") || "project";
}

async function readProjects(environment: AgentEnvironment): Promise<Map<string, string>> {
  const path = join(geminiFolder(environment), "projects.json");
  const text = await readFile(path, "utf8").catch(() => '{"projects":{}}');
  const slugs = new Map<string, string>();
  const projects = projectsOf(text);
  if (projects === null) {
    throw new HoldallError("E_VERSION", `Cannot place a session: "${path}" has an unknown form`, {
      cure: "hand over to a path, and continue with `gemini --session-file`",
    });
  }
  for (const [folder, slug] of Object.entries(projects)) {
    if (typeof slug === "string") slugs.set(folder, slug);
  }
  return slugs;
}

function projectsOf(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && isObject(value.projects) ? value.projects : null;
  } catch {
    return null;
  }
}

/** Marks the folder as the project's, so that the list shows the session at the next start. */
export async function register(
  draft: PlannedSession,
  path: string,
  environment: AgentEnvironment,
): Promise<PlacedSession> {
  const marker = join(dirname(dirname(path)), OWNER_FILE);
  // It is there already in every folder that Gemini CLI has used.
  const isOurs = createFile(marker, draft.cwd, {
    mode: 0o644,
    temporary: `${marker}.${draft.session_id}`,
  });
  return {
    session_id: draft.session_id,
    path,
    created: isOurs ? [marker, path] : [path],
    resume: resumeCommands({ session_id: draft.session_id, path }),
    notes: (await keepsSessions(environment)) ? [] : [DELETES],
  };
}

const DELETES =
  "Gemini CLI may delete a session that was continued with --resume. Continue with --session-file, or set general.sessionRetention.enabled to false in its settings.json.";

async function keepsSessions(environment: AgentEnvironment): Promise<boolean> {
  try {
    const text = await readFile(join(geminiFolder(environment), "settings.json"), "utf8");
    const settings: unknown = JSON.parse(text);
    const general = isObject(settings) && isObject(settings.general) ? settings.general : {};
    return isObject(general.sessionRetention) && general.sessionRetention.enabled === false;
  } catch {
    return false;
  }
}

/** How a session in its store is continued. */
export function resumeCommands({ session_id, path }: SessionPlace): ResumeCommands {
  return [
    ["gemini", "--session-file", path],
    ["gemini", "--resume", session_id],
  ];
}
