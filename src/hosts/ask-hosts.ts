import { type HostId, hosts } from "../agents/registry.ts";
import { HoldallError } from "../base/errors.ts";
import { canRedraw, choose, withQuestions } from "../sessions/person-dialogue.ts";
import type { PickEntry } from "../sessions/pick-list.ts";

/** A choice among hosts; its id is what a person types where the terminal cannot draw a list. */
interface HostChoice extends PickEntry<readonly HostId[]> {
  readonly id: string;
}

/** All of them first, so that Enter takes them; then each alone. */
function choicesOf(ids: readonly HostId[]): readonly HostChoice[] {
  const nameOf = (id: HostId) => hosts[id].displayName;
  const each = ids.map((id): HostChoice => ({ id, line: nameOf(id), value: [id] }));
  const names = ids.map(nameOf).join(", ");
  const all = { id: "all", line: `all ${ids.length}: ${names}`, value: ids };
  const none = { id: "none", line: "none of them; change nothing", value: [] };
  return [...(ids.length > 1 ? [all] : []), ...each, none];
}

/** The choices that contain what was typed. */
function fitting(choices: readonly HostChoice[], typed: string): readonly HostChoice[] {
  const wanted = typed.trim().toLowerCase();
  return choices.filter(({ id, line }) => `${id} ${line}`.toLowerCase().includes(wanted));
}

/** The hosts that a person at the terminal chooses; who chooses none has changed nothing. */
export async function askHosts(
  question: string,
  ids: readonly HostId[],
): Promise<readonly HostId[]> {
  const choices = choicesOf(ids);
  const picked = canRedraw()
    ? await choose({
        heading: `${question} ↑ ↓ to move, Enter to choose, Esc to leave`,
        entries: (filter) => fitting(choices, filter),
      })
    : await askInLine(question, choices);
  if (picked !== null && picked.value.length > 0) return picked.value;
  throw new HoldallError("E_INTERRUPTED", "Nothing was changed");
}

function askInLine(question: string, choices: readonly HostChoice[]): Promise<HostChoice | null> {
  const known = choices.map(({ id }) => id).join(", ");
  return withQuestions(async (ask) => {
    for (;;) {
      const answer = (await ask(`${question} (${known}): `))?.trim().toLowerCase();
      if (answer === undefined || answer === "") return null;
      const picked = choices.find(({ id }) => id === answer);
      if (picked !== undefined) return picked;
    }
  });
}
