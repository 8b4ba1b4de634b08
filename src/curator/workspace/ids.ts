import { HoldallError } from "../../base/errors.ts";
import { excerpt } from "../../base/text/text.ts";

/** Ids of responsibilities, workspaces and packs. They name folders, so nothing that changes a path passes. */
const ID = /^[a-z0-9][a-z0-9_@.-]{0,63}$/;

/** Whether a text is an id of a responsibility, a workspace or a pack. */
export function isId(text: string): boolean {
  return ID.test(text) && !text.includes("..");
}

/** Refuses a text that is no id, before a path is built from it. */
export function requireId(text: string, what = "responsibility"): string {
  if (isId(text)) return text;
  throw new HoldallError(
    "E_PATH",
    `Cannot use "${excerpt(text)}" as the id of a ${what}: it is not an id`,
    {
      cure: "use up to 64 of a-z, 0-9, _, @, . and -, beginning with a letter or digit, without ..",
    },
  );
}
