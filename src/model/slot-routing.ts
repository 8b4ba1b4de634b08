/** Words that file an entry under a slot, in the order they are tried. */
const RULES: readonly { slot: string; pattern: RegExp }[] = [
  { slot: "decision", pattern: /\bdecid|\b(?:chose|chosen|will use|agreed|selected)\b/ },
  { slot: "constraint", pattern: /\brequire|\b(?:must|never|always|cannot|do not)\b/ },
  { slot: "task-state", pattern: /\b(?:todo|in progress|blocked|next step|remaining)\b/ },
];

/** The slot an entry belongs to by its words: a matching declared slot, else `fact`, else the last one. */
export function routeSlot(content: string, slots: readonly string[]): string {
  const text = content.toLowerCase();
  const rule = RULES.find(({ slot, pattern }) => slots.includes(slot) && pattern.test(text));
  if (rule) return rule.slot;
  return slots.includes("fact") ? "fact" : (slots.at(-1) ?? "fact");
}
