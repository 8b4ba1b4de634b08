import { type HostId, hosts } from "../agents/registry.ts";
import { HoldallError } from "../base/errors.ts";
import { canRedraw, choose, withQuestions } from "../sessions/person-dialogue.ts";
import type { PickEntry } from "../sessions/pick-list.ts";

/** A choice among hosts, or to see more first (null); its id is what a person types where the terminal cannot draw a list. */
interface HostChoice extends PickEntry<readonly HostId[] | null> {
  readonly id: string;
}

/** All of them first, so that Enter takes them; then each alone. */
export function choicesOf(ids: readonly HostId[], canShowAll: boolean): readonly HostChoice[] {
  const nameOf = (id: HostId) => hosts[id].displayName;
  const each = ids.map((id): HostChoice => ({ id, line: nameOf(id), value: [id] }));
  const names = ids.map(nameOf).join(", ");
  const all = { id: "all", line: `all ${ids.length}: ${names}`, value: ids };
  const none = { id: "none", line: "none of them; change nothing", value: [] };
  const show = { id: "show", line: "first show every line of the changes", value: null };
  return [...(ids.length > 1 ? [all] : []), ...each, ...(canShowAll ? [show] : []), none];
}

/** What yes and no mean: all of them, and none. */
function answered(choices: readonly HostChoice[], typed: string): HostChoice | undefined {
  if (/^y(?:es)?$/.test(typed)) return choices[0];
  return /^no?$/.test(typed) ? choices.find(({ id }) => id === "none") : undefined;
}

/** Several of them, named one after the other. */
function several(choices: readonly HostChoice[], typed: string): HostChoice | undefined {
  const names = typed.split(/[\s,]+/).filter((name) => name !== "");
  const named = choices.filter(({ id, value }) => names.includes(id) && value?.length === 1);
  if (named.length < 2 || named.length < names.length) return undefined;
  const line = named.map((each) => each.line).join(" and ");
  return { id: names.join(" "), line, value: named.flatMap(({ value }) => value ?? []) };
}

/** The choices that contain what was typed, or the one that it means as an answer. */
export function fitting(choices: readonly HostChoice[], typed: string): readonly HostChoice[] {
  const wanted = typed.trim().toLowerCase();
  const meant = answered(choices, wanted) ?? several(choices, wanted);
  if (meant !== undefined) return [meant];
  return choices.filter(({ id, line }) => `${id} ${line}`.toLowerCase().includes(wanted));
}

/**
 * The hosts that a person at the terminal chooses; who chooses none has changed nothing. With `showAll` they may see
 * everything that is about to change, and are asked again.
 */
export async function askHosts(
  question: string,
  ids: readonly HostId[],
  showAll?: () => Promise<void>,
): Promise<readonly HostId[]> {
  const choices = choicesOf(ids, showAll !== undefined);
  const example = ids.slice(0, 2).join(" ");
  const picked = canRedraw()
    ? await choose({
        heading: `${question} ↑ ↓ and Enter, or type names, as ${example}; Esc leaves`,
        entries: (filter) => fitting(choices, filter),
      })
    : await askInLine(question, choices);
  if (picked?.value === null && showAll !== undefined) {
    await showAll();
    return askHosts(question, ids);
  }
  if (picked?.value && picked.value.length > 0) return picked.value;
  throw new HoldallError("E_INTERRUPTED", "Nothing was changed");
}

function askInLine(question: string, choices: readonly HostChoice[]): Promise<HostChoice | null> {
  const known = choices.map(({ id }) => id).join(", ");
  return withQuestions(async (ask) => {
    for (;;) {
      const answer = (await ask(`${question} (${known}): `))?.trim().toLowerCase();
      if (answer === undefined || answer === "") return null;
      const picked =
        choices.find(({ id }) => id === answer) ??
        answered(choices, answer) ??
        several(choices, answer);
      if (picked !== undefined) return picked;
    }
  });
}
