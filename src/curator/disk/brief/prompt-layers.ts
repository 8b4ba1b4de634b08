import { HoldallError } from "../../../base/errors.ts";
import type { Layer } from "../../assemble/prompt.ts";
import { sourceOf } from "../../assemble/prompt.ts";
import { findRawPack } from "../../brief/check.ts";
import { parseMarkdown } from "../../files/markdown.ts";
import { verbatimOf } from "../../files/outline.ts";
import { checkIdentity } from "../../identity/identity.ts";
import { readPacks } from "../../pack/pack.ts";
import { noteInMemory } from "../mandates/note-memory.ts";
import type { DiskFiles } from "../responsibility-files.ts";
import { briefPath } from "./brief-file.ts";

/** Guardrails, and the identity with the persona; a deadline may allow the persona alone. */
export function strongLayers(files: DiskFiles, at: string) {
  const guardrails = files.read("guardrails.md");
  if (guardrails === null) {
    throw new HoldallError(
      "E_PROTECTED",
      'Cannot assemble without "guardrails.md": it is the first layer',
    );
  }
  const identity = checkIdentity(files, at);
  const persona = files.read("persona.md");
  if (!identity.isUsable || (identity.isLegacy && persona === null)) {
    throw new HoldallError("E_IDENTITY", "Cannot assemble: the golden identity cannot be used", {
      findings: identity.findings,
      cure: "see `holdall context identity check`",
    });
  }
  const golden = identity.isLegacy ? null : files.read(identity.path);
  const parts = [
    ...(golden === null ? [] : [{ path: identity.path, text: golden }]),
    ...(persona === null ? [] : [{ path: "persona.md", text: persona }]),
  ];
  const layers: readonly Layer[] = [
    {
      name: "guardrails",
      sources: [sourceOf("guardrails.md", guardrails)],
      text: verbatimOf(guardrails, 1).text,
    },
    {
      name: "identity",
      sources: parts.map(({ path, text }) => sourceOf(path, text)),
      text: parts.map(({ text }) => verbatimOf(text, 1).text).join("\n\n"),
    },
  ];
  return { layers, warnings: identity.isLegacy ? ["legacy_identity"] : [] };
}

/** The brief of a prompt; null where no packs were chosen and none is needed. */
export function readBrief(
  files: DiskFiles,
  { brief, pack, id }: { brief?: string | undefined; pack: readonly string[]; id: string },
) {
  if (brief === undefined) {
    if (pack.length === 0) return null;
    throw new HoldallError("E_BRIEF", `Cannot assemble "${id}": packs were chosen, but no brief`, {
      cure: "build one with `holdall context brief build`",
    });
  }
  const path = briefPath(brief);
  const text = files.read(path);
  if (text !== null)
    return { text: parseMarkdown(text).body, source: sourceOf(path, text), front: text };
  throw new HoldallError("E_NOT_FOUND", `Cannot find the brief "${brief}" of "${id}"`, {
    cure: "build one with `holdall context brief build`",
  });
}

/** Refuses a prompt that contains the text of a pack, which belongs into a brief. */
export function refuseRawPacks(
  files: DiskFiles,
  text: string,
  count: (text: string) => number,
  id: string,
): void {
  const found = findRawPack(text, readPacks(files), count);
  if (found.length === 0) return;
  throw new HoldallError(
    "E_BRIEF",
    `Cannot assemble "${id}": the prompt contains ${found.join(", ")}`,
    {
      cure: "put what the task needs into a brief, and no text of a pack into the task",
    },
  );
}

/** Records who acknowledged the dense sources of a brief. */
export async function logDensity(
  context: Parameters<typeof noteInMemory>[0],
  input: {
    id: string;
    by?: string | undefined;
    brief?: string | undefined;
    workspace?: string | undefined;
    store?: string | undefined;
    now?: string | undefined;
  },
): Promise<void> {
  const facts = {
    responsibility: input.id,
    by: input.by ?? "",
    task: input.brief ?? "",
    clause: "context.density",
  };
  await noteInMemory(context, {
    id: input.id,
    workspace: input.workspace,
    store: input.store,
    now: input.now,
    line: {
      kind: "context_override",
      facts,
      text: "dense sources of a brief were acknowledged",
    },
    metrics: [
      {
        name: "utb_density_tokens",
        value: 1,
        unit: "count",
        status: "warning",
        window: "PT0S",
        clause: "context.density",
        context: { override: { by: input.by }, brief: input.brief },
      },
    ],
  });
}
