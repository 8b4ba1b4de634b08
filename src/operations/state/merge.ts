import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { toRequest } from "../../state/disk/change-entry.ts";
import { entryId } from "../../state/disk/settings/state-input.ts";
import type { EntryTexts } from "../../state/entry-texts.ts";
import { findEntry } from "../../state/find-entry.ts";
import type { LiveEntry } from "../../state/state.ts";
import { mergeEntries } from "../../state/transitions.ts";
import { defineEntryChange } from "./define-entry-change.ts";

export default defineEntryChange({
  verb: "merge",
  summary: "Merge an entry into another; the first is archived, the second gets both texts or TEXT",
  positionals: ["from", "into", "text"],
  examples: ["state merge queue-rule queue-size"],
  input: {
    from: entryId,
    into: z.string().min(1).describe("Id of the entry that stays in force"),
    text: z.string().optional().describe("Text of the merged entry (default: both texts)"),
  },
  async decide({ state, readTexts }, input, { rules }) {
    const both = [input.into, input.from].map((id) => findEntry(state, id, input.namespace));
    const texts = await readTexts(both);
    const content = input.text ?? both.map((entry) => requireText(entry, texts)).join("\n\n");
    const tokens = rules.countTokens(content);
    const request = { ...toRequest(input), id: input.into, from: input.from, content, tokens };
    return mergeEntries(state, request, rules);
  },
});

function requireText(entry: LiveEntry, texts: EntryTexts): string {
  const text = texts.get(entry);
  if (text !== null) return text;
  const message = `Cannot merge entry "${entry.id}": its text was redacted`;
  throw new HoldallError("E_STATE", message, { cure: "pass the TEXT of the merged entry" });
}
