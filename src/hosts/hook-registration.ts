/**
 * Our hooks in the files of a host: entries in its list of hooks, or a plugin that is all ours. A hook
 * counts as ours by its command, wherever the program is installed, so that an update replaces the
 * command instead of adding a second hook.
 */

import type {
  AgentHost,
  HookEvent,
  HookPosition,
  HookReview,
  HostPlace,
  Scope,
} from "../agents/host.ts";
import { type HostId, hosts } from "../agents/registry.ts";
import { HoldallError } from "../base/errors.ts";
import type { ConfigEdit, TextEdit } from "./config-edit.ts";
import { readHostFile } from "./host-file.ts";
import { listedHooks } from "./listed-hooks.ts";
import { pluginHooks } from "./plugin-hooks.ts";

/** One of our hooks in a host's file. */
export interface FoundHook {
  readonly event: HookEvent;
  readonly command: string;
  readonly at: HookPosition;
}

/** The file of a host with our hooks, and how they are found and edited in it. */
export interface HookFile {
  readonly file: string;
  /** Our hooks in the text of the file. */
  find(text: string): readonly FoundHook[];
  /** Adds our hooks, each once. */
  add(program: readonly string[]): TextEdit;
  readonly remove: TextEdit;
  /** What is left of a file that was all ours. */
  readonly leftover?: string;
}

/** The file of a host's hooks; null for a host that runs none. */
export function hookFileOf(host: HostId, place: HostPlace): HookFile | null {
  const { hooks } = hosts[host];
  if (hooks === undefined) return null;
  return hooks.kind === "list"
    ? listedHooks(host, hooks, hooks.file(place))
    : pluginHooks(host, hooks, hooks.file(place));
}

/** How a host asks its user before it runs hooks of a scope; null if it does not ask. */
export function reviewOf(host: HostId, scope: Scope): HookReview | null {
  const { hooks }: AgentHost = hosts[host];
  return hooks?.review?.scopes.includes(scope) ? hooks.review : null;
}

/** Adds our hooks to a host's file, each once, after the existing ones. */
export function addHooks(host: HostId, place: HostPlace, program: readonly string[]): ConfigEdit {
  const found = requireHookFile(host, place);
  return configEdit(found, found.add(program));
}

/** Removes our hooks from a host's file, what is emptied by that, and what the host noted when its user approved them. */
export function removeHooks(host: HostId, place: HostPlace): readonly ConfigEdit[] {
  const found = requireHookFile(host, place);
  const review = reviewOf(host, place.scope);
  const hooks = configEdit(found, found.remove);
  // What is noted of a project's hooks is not in that project.
  if (review?.forget === undefined || place.scope === "project") return [hooks];
  const { forget, isApproved } = review;
  const { file } = found;
  const ours = found.find(readHostFile(place, file) ?? "").map(({ at }) => at);
  return [
    hooks,
    {
      file: review.notesFile(place),
      notesOn: file,
      isOurs: (notes) => ours.some((at) => isApproved(notes, file, at)),
      edit: (notes) => notes && ours.reduceRight((left, at) => forget(left, file, at), notes),
    },
  ];
}

function configEdit({ file, find, leftover }: HookFile, edit: TextEdit): ConfigEdit {
  const isOurs = (text: string) => find(text).length > 0;
  return { file, isOurs, edit, ...(leftover === undefined ? {} : { leftover }) };
}

function requireHookFile(host: HostId, place: HostPlace): HookFile {
  const found = hookFileOf(host, place);
  if (found !== null) return found;
  const { displayName } = hosts[host];
  throw new HoldallError("E_USAGE", `Cannot change the hooks of ${displayName}: it runs none`, {
    cure: `give its model the server: holdall mcp install --${host} --scope user`,
  });
}
