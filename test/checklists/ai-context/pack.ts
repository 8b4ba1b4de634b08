import fs from "node:fs";
import path from "node:path";
import type { CreateWorkspace } from "./workspace.ts";

const sample = path.resolve("examples/responsibilities/registry/docs");
/** The folder of the pack. */
export const PACK = "context/packs/release_notes_v1";
/** A goal that the pack is about. */
export const GOAL = "Write the release notes of version 1.4 with a breaking change";

interface Lint {
  readonly violations: readonly { code: string; file: string }[];
}

/** A workspace with the pack of the example, its identity and a task. */
export async function withPack(createWorkspace: CreateWorkspace) {
  const place = await createWorkspace();
  fs.cpSync(path.join(sample, "context/packs"), path.join(place.root, "context/packs"), {
    recursive: true,
  });
  fs.copyFileSync(
    path.join(sample, "persona/golden_identity.md"),
    path.join(place.root, "persona/golden_identity.md"),
  );
  fs.writeFileSync(path.join(place.cwd, "task.md"), "Write them today.\n");
  const lint = async () => {
    const { out } = await place.run<Lint>("context validate", {
      id: "docs_cos",
      pack: "release_notes_v1",
    });
    return out.violations.map(({ code }) => code);
  };
  const build = (input: object = {}) =>
    place.run<{
      tokens: number;
      principles: number;
      sha256: string;
      density_tokens: number;
      density_level: string;
      rejected: readonly { reason: string }[];
    }>("context brief build", { id: "docs_cos", task: "rel-1", goal: GOAL, ...input });
  return { ...place, lint, build };
}
