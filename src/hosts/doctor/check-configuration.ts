import fs from "node:fs";
import path from "node:path";
import { HoldallError, messageOf } from "../../base/errors.ts";
import { configFor } from "../../runtime/config.ts";
import { USER_CONFIG_FILE, userConfigFolder } from "../../runtime/config-text.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { CONFIG_FILE, locateProject } from "../../runtime/project-folder.ts";
import type { Check } from "./check.ts";

/** Which configuration files are in force, and whether they are understood. */
export function checkConfiguration(context: OperationContext): Check[] {
  const root = locateProject(context, undefined);
  const notes: string[] = [];
  // The notes of a configuration are results here, not remarks beside the result.
  const quiet: OperationContext = { ...context, note: (text) => void notes.push(text) };
  const area = "configuration" as const;
  const found = [path.join(root, CONFIG_FILE), path.join(userConfigFolder(), USER_CONFIG_FILE)].map(
    (file): Check => {
      const detail = fs.existsSync(file) ? file : `${file} does not exist; the defaults apply`;
      const subject = path.basename(file);
      return { area, subject, status: "ok", detail, cure: null };
    },
  );
  try {
    configFor(quiet, root);
  } catch (error) {
    const cure = error instanceof HoldallError ? error.cure : null;
    const detail = messageOf(error);
    return [...found, { area, subject: "files", status: "problem", detail, cure: cure ?? null }];
  }
  const remarks = notes.map(
    (detail): Check => ({ area, subject: "files", status: "note", detail, cure: null }),
  );
  return [...found, ...remarks];
}
