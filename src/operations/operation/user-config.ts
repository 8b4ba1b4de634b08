import os from "node:os";
import path from "node:path";
import * as z from "zod";
import { embedderSchema } from "../models/choose-embedder.ts";
import { judgesSchema } from "../models/choose-judge.ts";

const listOf = (what: string) =>
  z.array(z.string().min(1).max(8192)).max(1000).default([]).describe(what);

/** What the redactor leaves alone. */
const redactionSchema = z.strictObject({
  allow: z
    .strictObject({
      values: listOf("Values that are never replaced; `*` stands for any characters"),
      names: listOf("Names of settings behind which nothing is a secret"),
      rules: listOf("Rules that do not apply, as `holdall redact --explain` names them"),
    })
    .prefault({})
    .describe("What stays in everything that is given out"),
});

/**
 * Everything that the user's own `config.yaml` may say: what names a network address, a key or a program.
 * It is read from the user's folder alone, never from a project.
 */
export const userConfigSchema = z.strictObject({
  judges: judgesSchema.prefault({}).describe("Models that judge candidates of the state"),
  redaction: redactionSchema
    .prefault({})
    .describe("What is no secret although it looks like one; a project cannot allow anything"),
  embedder: embedderSchema.optional().describe("Server that ranks memory by meaning"),
});

/** What the user's own file says, with defaults for what it does not. */
export type UserConfig = z.infer<typeof userConfigSchema>;

/** The name of the user's own file, in its folder. */
export const USER_CONFIG_FILE = "config.yaml";

/** The folder of the user's own file: `$XDG_CONFIG_HOME/holdall`, else `~/.config/holdall`. */
export function userConfigFolder(): string {
  const named = process.env.XDG_CONFIG_HOME ?? "";
  // The standard says that a relative one counts as none; it would also be a place in a project.
  const base = path.isAbsolute(named) ? named : path.join(os.homedir(), ".config");
  return path.join(base, "holdall");
}
