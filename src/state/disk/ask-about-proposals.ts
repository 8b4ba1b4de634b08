import { emitKeypressEvents, type Key } from "node:readline";
import { createInterface } from "node:readline/promises";
import { printableLine } from "../../base/text/text.ts";
import type { Proposal } from "../proposal.ts";
import type { ReviewDecision } from "../tray/review.ts";

/** How a person is asked about proposals: a key for each, and a line for other words. */
export interface ReviewDialogue {
  show(line: string): void;
  /** The key that was pressed; null when the person leaves. */
  readKey(): Promise<string | null>;
  readLine(question: string): Promise<string>;
}

const KEYS = "k keep   e edit   s skip   q leave";
const UNPROVEN_KEYS = "u keep although unproven   s skip   q leave";

/** Asks about each proposal in turn; what is not answered stays in the tray. */
export async function* askAboutProposals(
  proposals: readonly Proposal[],
  { show, readKey, readLine }: ReviewDialogue,
): AsyncGenerator<ReviewDecision> {
  for (const [index, proposal] of proposals.entries()) {
    const { slot, text, citation, doubt } = proposal;
    show("");
    show(`${index + 1} of ${proposals.length}  ${printableLine(slot)}: ${printableLine(text)}`);
    show(
      `   from item ${printableLine(citation.item)}, session ${printableLine(citation.session)}`,
    );
    if (doubt !== null) show(`   unproven: ${printableLine(doubt)}`);
    show(`   ${doubt === null ? KEYS : UNPROVEN_KEYS}`);
    const key = await readUntilKnown(readKey, doubt === null ? "kesq" : "usq");
    if (key === null || key === "q") return;
    if (key === "e") {
      const edited = (await readLine("   New text (empty: unchanged): ")).trim();
      yield {
        proposal,
        decision: "keep",
        replaces: true,
        text: edited === "" ? undefined : edited,
      };
    } else yield { proposal, decision: key === "s" ? "skip" : "keep", replaces: true };
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
    async readLine(question) {
      const line = createInterface({ input, output });
      try {
        return await line.question(question, { signal });
      } finally {
        line.close();
      }
    },
  };
}
