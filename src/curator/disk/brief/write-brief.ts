import { HoldallError } from "../../../base/errors.ts";
import { sha256 } from "../../../base/hash.ts";
import { createContextFile } from "../../../model/ai-context/write-yaml.ts";
import type { Brief } from "../../brief/build.ts";
import { BriefFault } from "../../brief/fault.ts";
import { CURATOR } from "../../files/provenance.ts";
import { noteInMemory } from "../mandates/note-memory.ts";
import type { openBundle } from "../read/open-bundle.ts";

/** How tokens of a brief are counted. */
export const TOKENIZER = "narrow_wide_v1";

type Files = Awaited<ReturnType<typeof openBundle>>["files"];

/** The definition of a mandate. */
export function readMandate(files: Files, id: string) {
  const text = files.read(`mandates/definitions/${id}.md`);
  if (text !== null) return { id, text };
  throw new HoldallError("E_NOT_FOUND", `Cannot find the mandate "${id}"`);
}

interface BriefFacts {
  readonly id: string;
  readonly task: string;
  readonly at: string;
  readonly by?: string | undefined;
  readonly texts: Readonly<Record<"identity" | "persona" | "guardrails", string | null>>;
}

/** The file of a brief. */
export function briefText(brief: Brief, { id, task, at, by, texts }: BriefFacts): string {
  const digest = (text: string | null) => (text === null ? null : sha256(text));
  const frontMatter = {
    authored_by: "ai",
    author_id: CURATOR,
    created_at: at,
    updated_at: at,
    source: `brief:${task}@${at}`,
    context_role: "short_term_memory",
    responsibility_id: id,
    utb_id: task,
    token_estimate: brief.tokens,
    tokenizer: TOKENIZER,
    packs: [...brief.packs],
    gip_sha256: digest(texts.identity),
    persona_sha256: digest(texts.persona),
    guardrails_sha256: digest(texts.guardrails),
    input_sha256: brief.inputSha256,
    density_tokens: brief.density,
    density_level: brief.level,
    overrides: brief.isShort && by !== undefined ? [{ allow_short: by }] : [],
    rejected_units: brief.rejected.map(({ file, section, reason }) => ({ file, section, reason })),
  };
  return new TextDecoder().decode(createContextFile(task, frontMatter, brief.body).bytes);
}

type Input = {
  id: string;
  task: string;
  workspace?: string | undefined;
  store?: string | undefined;
  now?: string | undefined;
  by?: string | undefined;
};

/** A brief that cannot be built is recorded: work must not begin without it. */
export async function logged(
  context: Parameters<typeof noteInMemory>[0],
  input: Input,
  build: () => Brief,
): Promise<Brief> {
  try {
    return build();
  } catch (error) {
    if (error instanceof BriefFault) {
      const { reason, message } = error;
      await note(context, input, {
        kind: "brief_failed",
        text: message,
        status: "critical",
        reason,
      });
    }
    throw error;
  }
}

/** Records who accepted a brief that is too short. */
export function logShort(context: Parameters<typeof noteInMemory>[0], input: Input, brief: Brief) {
  const text = `a brief of ${brief.tokens} tokens was accepted by ${input.by ?? ""}`;
  const reason = "too_small";
  return note(context, input, { kind: "context_override", text, status: "warning", reason });
}

interface BriefNote {
  readonly kind: string;
  readonly text: string;
  readonly status: "warning" | "critical";
  readonly reason: BriefFault["reason"];
}

async function note(
  context: Parameters<typeof noteInMemory>[0],
  { id, task, workspace, store, now }: Input,
  { kind, text, status, reason }: BriefNote,
): Promise<void> {
  const facts = { responsibility: id, task, reason, clause: "context.density" };
  await noteInMemory(context, {
    id,
    workspace,
    store,
    now,
    line: { kind, facts, text },
    metrics: [
      {
        name: "utb_synthesis",
        value: 1,
        unit: "count",
        window: "PT0S",
        status,
        clause: "context.density",
        context: { task, reason, detail: text },
      },
    ],
  });
}
