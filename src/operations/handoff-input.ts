import { HoldallError } from "../base/errors.ts";
import type { Since } from "../transcripts/in-force.ts";

/** `--since`: a time when it reads as one, else the id of a message. */
export function parseSince(words: string | undefined): Since {
  if (words === undefined) return {};
  const time = /^\d{4}-\d\d-\d\d/.test(words) ? Date.parse(words) : Number.NaN;
  return Number.isNaN(time) ? { id: words } : { time: new Date(time) };
}

/** `--map OLD=NEW`. */
export function parseMap(words: string): readonly [string, string] {
  const at = words.indexOf("=");
  const [old, next] = [words.slice(0, at), words.slice(at + 1)];
  if (at > 0 && next !== "") return [old.replace(/\/+$/, ""), next.replace(/\/+$/, "")];
  throw new HoldallError("E_USAGE", `Cannot map "${words}": it is not of the form OLD=NEW`);
}

/** Refuses a model that is to distil a state where none is written: only a bundle holds one. */
export function assertDistillable(to: string, provider: string | undefined): void {
  const isBundle = /[/\\.]/.test(to) && !/\.(?:md|json)$/i.test(to);
  if (provider === undefined || isBundle) return;
  throw new HoldallError("E_USAGE", `Cannot let a model distil for "${to}": it holds no state`, {
    cure: "hand over to a folder, or leave --provider out",
  });
}
