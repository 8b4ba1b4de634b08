import { HoldallError } from "../../base/errors.ts";

/** A folder of another machine, which ssh reaches. */
export interface SshPlace {
  /** The host as ssh takes it, with the user's name where one was given. */
  readonly host: string;
  readonly port: string | null;
  /** Absolute, or relative to the home folder there. */
  readonly folder: string;
}

/** Nothing of it can be mistaken for an option, a quote or another command. */
const ADDRESS =
  /^ssh:\/\/((?:[A-Za-z0-9_][\w.-]*@)?[A-Za-z0-9_][\w.-]*)(?::(\d{1,5}))?(\/[^"'\\*?[\]]*)$/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they would end a command.
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Parses `ssh://[USER@]HOST[:PORT]/FOLDER`, where `/~/` is the home folder there; null for any other text. */
export function parseSshPlace(text: string, doing: string): SshPlace | null {
  if (!/^[a-z]+:\/\//.test(text)) return null;
  const [, host, port = null, folder = ""] = ADDRESS.exec(text) ?? [];
  const isUsable = host !== undefined && !CONTROL.test(folder) && folder.length > 1;
  if (isUsable) return { host, port, folder: folder.replace(/^\/~\//, "") };
  throw new HoldallError("E_USAGE", `Cannot ${doing} "${text}": it is no folder of a host`, {
    cure: "for example ssh://laptop/home/anna/kept or ssh://anna@laptop:2222/~/kept",
  });
}
