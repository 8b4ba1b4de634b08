import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import { nearestName } from "../base/registry.ts";
import { type Limits, widestLimits } from "../formats/limits.ts";
import { USER_CONFIG_FILE, userConfigFolder } from "./config-text.ts";
import type { OperationContext } from "./operation-context.ts";
import { CONFIG_FILE, locateProject } from "./project-folder.ts";

/** Inputs about limits, where a bundle is read. */
export interface LimitsInput {
  readonly limit?: readonly string[] | undefined;
  /** The workspace whose project is meant. */
  readonly store?: string | undefined;
}

/**
 * Limits that differ from those of the formats: by the user's own configuration, then by the command. A
 * project's file cannot change one: it may come with the bundle. What it names is reported.
 */
export async function chosenLimits(
  context: OperationContext,
  { limit = [], store }: LimitsInput,
): Promise<Partial<Limits>> {
  const named = parseLimits(limit);
  const root = locateProject(context, store);
  const files = [path.join(root, CONFIG_FILE), path.join(userConfigFolder(), USER_CONFIG_FILE)];
  if (!files.some((file) => fs.existsSync(file))) return named;
  // Loaded on demand, because most bundles are checked where nothing is configured.
  const { configFor } = await import("./config.ts");
  return { ...configFor(context, root).limits, ...named };
}

/** Limits given as `name=number`. */
function parseLimits(settings: readonly string[]): Partial<Limits> {
  const limits: Record<string, number> = {};
  for (const setting of settings) {
    const [, name = "", value = ""] = /^([^=]*)=?(.*)$/s.exec(setting) ?? [];
    if (!Object.hasOwn(widestLimits, name)) {
      const near = nearestName(name, Object.keys(widestLimits));
      throw new HoldallError("E_USAGE", `Cannot set limit "${name}": no such limit`, {
        cure: near
          ? `did you mean "${near}"?`
          : `choose one of ${Object.keys(widestLimits).join(", ")}`,
      });
    }
    if (!/^[1-9][0-9]{0,14}$/.test(value)) {
      throw new HoldallError(
        "E_USAGE",
        `Cannot set limit "${name}": "${value}" is not an integer above 0`,
        { cure: `write it as in ${name}=10000` },
      );
    }
    limits[name] = Number(value);
  }
  return limits;
}
