import { type ItemSize, sizeOfItem } from "../../src/handoff/selection/item-size.ts";
import { isConversation } from "../../src/transcripts/conversation-item.ts";
import { createItems, type Sketch } from "./create-items.ts";

const tools = [["shell", { name: "Bash", arguments: { command: "command" } }]] as const;

/** The sizes of a conversation's items, for an agent whose shell is called Bash. */
export function sizesOf(...sketches: readonly Sketch[]): readonly ItemSize[] {
  return createItems(...sketches)
    .filter(isConversation)
    .map((item) => sizeOfItem(item, tools));
}
