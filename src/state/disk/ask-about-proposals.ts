import { emitKeypressEvents, type Key } from "node:readline";
import { createInterface } from "node:readline/promises";
import { printableLine } from "../../base/text/text.ts";
import { commandForCitation } from "../../model/citation.ts";
import type { Proposal } from "../proposal.ts";
import type { ReviewDecision } from "../tray/review.ts";

/** How a person is asked about proposals: a key for each, and a line for other words. */
export interface ReviewDialogue {
  show(line: string): void;
  /** The key that was pressed; null when the person leaves. */
  readKey(): Promise<string | null>;
  /** The text as the person edited it; null when they took that back. */
  editLine(text: string): Promise<string | null>;
}

const KEYS = "k keep   e edit   s skip   q leave";
const UNPROVEN_KEYS = "u keep although unproven   s skip   q leave";

/** Asks about each proposal in turn; what is not answered stays in the tray. */
export async function* askAboutProposals(
  proposals: readonly Proposal[],
  dialogue: ReviewDialogue,
): AsyncGenerator<ReviewDecision> {
  for (const [index, proposal] of proposals.entries()) {
    const { slot, text, citation, doubt } = proposal;
    dialogue.show("");
    dialogue.show(
      `${index + 1} of ${proposals.length}  ${printableLine(slot)}: ${printableLine(text)}`,
    );
    if (citation.item !== "none") {
      dialogue.show(`   from: ${printableLine(commandForCitation(citation))}`);
    }
    if (doubt !== null) dialogue.show(`   unproven: ${printableLine(doubt)}`);
    const decision = await askAboutProposal(proposal, dialogue);
    if (decision === null) return;
    yield decision;
  }
}

/** What the person decides about one proposal, after as many edits as they like; null when they leave. */
async function askAboutProposal(
  proposal: Proposal,
  { show, readKey, editLine }: ReviewDialogue,
): Promise<ReviewDecision | null> {
  const keys = proposal.doubt === null ? KEYS : UNPROVEN_KEYS;
  let text = proposal.text;
  for (;;) {
    show(`   ${keys}`);
    const key = await readUntilKnown(readKey, proposal.doubt === null ? "kesq" : "usq");
    if (key === null || key === "q") return null;
    if (key === "s") return { proposal, decision: "skip", replaces: true };
    if (key !== "e") {
      const isEdited = text !== proposal.text;
      return { proposal, decision: "keep", replaces: true, text: isEdited ? text : undefined };
    }
    // Only the next key keeps what was typed.
    const edited = (await editLine(text))?.trim() ?? "";
    if (edited === "") show("   Unchanged");
    else text = edited;
    show(`   ${printableLine(text)}`);
  }
}

async function readUntilKnown(
  readKey: ReviewDialogue["readKey"],
  known: string,
): Promise<string | null> {
  for (;;) {
    const key = await readKey();
    if (key === null || (key.length === 1 && known.includes(key))) return key;
  }
}

/** The dialogue with the person at this terminal; results go to standard output, questions do not. */
export function terminalDialogue(signal: AbortSignal): ReviewDialogue {
  const { stdin: input, stderr: output } = process;
  return {
    show: (line) => void output.write(`${line}\n`),
    async readKey() {
      emitKeypressEvents(input);
      input.setRawMode(true);
      input.resume();
      try {
        return await new Promise((resolve) => {
          input.once("keypress", (_text: string | undefined, { name, ctrl }: Key) => {
            const isLeft = name === "escape" || (ctrl === true && (name === "c" || name === "d"));
            resolve(isLeft ? null : (name ?? ""));
          });
          input.once("end", () => resolve(null));
        });
      } finally {
        input.setRawMode(false);
        input.pause();
      }
    },
    async editLine(text) {
      const line = createInterface({ input, output });
      const left = new AbortController();
      const onKey = (_text: string | undefined, { name }: Key) => {
        if (name === "escape") left.abort();
      };
      input.on("keypress", onKey);
      try {
        const edited = line.question("   Edit (Enter when done, Esc to leave it as it was): ", {
          signal: AbortSignal.any([signal, left.signal]),
        });
        line.write(text);
        return await edited;
      } catch (error) {
        if (!left.signal.aborted) throw error;
        output.write("\n");
        return null;
      } finally {
        input.off("keypress", onKey);
        line.close();
      }
    },
  };
}
