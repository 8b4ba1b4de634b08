import { METADATA, promptFiles } from "../../model/ai-context/context-file.ts";
import type { ContextItem } from "../../model/context-items.ts";
import type { Conversation } from "../../model/conversation.ts";
import { createHiddenTextFilter } from "../../model/hidden-text-loss.ts";
import type { LossItem } from "../../model/loss.ts";
import type { AiContext } from "./model.ts";

/**
 * The four prompt files as system messages, in reading order. Everything else of the bundle is
 * listed as a loss.
 */
export function toConversation({ root, files, metadata, others }: AiContext): Conversation {
  const items: ContextItem[] = [];
  const loss: LossItem[] = [];
  const filter = createHiddenTextFilter();
  const drop = (where: string, why: string) => loss.push({ kind: "dropped", where, why });
  for (const { stem, body, frontMatter } of files) {
    const file = `${root}${stem}.md`;
    if (stem === "model_preferences") {
      drop(file, "the model policy is for programs and not part of a prompt");
    } else if (!promptFiles.some((core) => core === stem)) {
      drop(file, "an add-on is not part of the default prompt");
    } else {
      items.push({ type: "message", role: "system", content: filter.clean(body, file) });
      if (frontMatter) drop(`${file}:1`, "a message cannot carry provenance");
    }
  }
  if (metadata) drop(`${root}${METADATA}`, "a conversation has no routing metadata");
  for (const path of others.keys()) drop(`${root}${path}`, "not a curated file");
  return { items, texts: new Map(), kept: items.length, loss: [...loss, ...filter.loss()] };
}
