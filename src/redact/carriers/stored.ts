import { type Anchors, anchorGroup } from "../anchors.ts";
import { isOrdinary } from "../ordinary.ts";
import type { Sighting } from "../sighting.ts";
import { isAmount, isKeyLike } from "../value-kinds.ts";

/** A command that keeps values under names which need not show what they are. */
interface Store {
  /** A literal of every such command. */
  readonly hint: string;
  /** Global; up to the first pair. */
  readonly begin: RegExp;
  /** Whether it keeps nothing but secrets. */
  readonly isForSecrets: boolean;
}

const stores: readonly Store[] = [
  {
    hint: "create secret",
    begin: /\b(?:kubectl|oc|k)\s[^\n|;&]{0,80}?create secret generic\s/g,
    isForSecrets: true,
  },
  {
    hint: "secrets set",
    begin: /\b(?:fly|flyctl|doppler)\s{1,4}secrets set\s/g,
    isForSecrets: true,
  },
  { hint: "vault kv p", begin: /\bvault kv (?:put|patch)\s/g, isForSecrets: true },
  { hint: "config:set", begin: /\bheroku config:set\s/g, isForSecrets: false },
  {
    hint: "appsettings set",
    begin: /\baz (?:webapp|functionapp) config appsettings set\s/g,
    isForSecrets: false,
  },
  {
    hint: "TF_VAR_",
    begin: /(?<=(?:^|\s)(?:export |set |\$env:)?)TF_VAR_(?=\w{1,60}=)/gm,
    isForSecrets: false,
  },
];
const groups = stores.map(({ hint }) => anchorGroup([hint]));

const MAX_COMMAND_LENGTH = 4000;
/** One pair of a command: `name=value`, `--from-literal=name='value'`. */
const PAIR =
  /(?<=^|[\s"'=])(?<name>[A-Za-z_][\w.-]{0,80})=(?:"(?<quoted>[^"\n]{1,512})"|'(?<single>[^'\n]{1,512})'|(?<bare>[^\s"'|;&]{1,512}))/g;
/** Options and names whose values are no secrets. */
const PUBLIC_NAME =
  /^(?:from-(?:literal|file|env-file)|namespace|type|dry-run|output|app|user(?:name)?|login|e?mail|host(?:name)?|port|db|database|region|name|url|endpoint|server)$|_(?:user(?:name)?|host|port|region|url|name)$|(?:^|_)(?:public|publishable|vite)_/i;

/** Values that are given to a store of secrets, whatever their names are. */
export function* findStoredValues(text: string, anchors: Anchors): Generator<Sighting> {
  if (!anchors.isTelling) return;
  for (const [number, { begin, isForSecrets }] of stores.entries()) {
    if (!anchors.contains(groups[number] ?? 0)) continue;
    let after = 0;
    for (const { index, 0: found } of text.matchAll(begin)) {
      const from = index + found.length;
      if (from < after) continue;
      const command = text.slice(from, from + MAX_COMMAND_LENGTH).split(COMMAND_END, 1)[0] ?? "";
      after = from + command.length;
      yield* findPairs(command, from, isForSecrets);
    }
  }
}

const COMMAND_END = /(?<!\\)\n|\s[|;&]/;

function* findPairs(command: string, from: number, isForSecrets: boolean): Generator<Sighting> {
  for (const match of command.matchAll(PAIR)) {
    const { name = "", quoted, single, bare } = match.groups ?? {};
    const secret = quoted ?? single ?? bare ?? "";
    if (PUBLIC_NAME.test(name) || !isStored(secret, isForSecrets)) continue;
    yield {
      kind: "stored_secret",
      secret,
      at: from + match.index + match[0].lastIndexOf(secret),
      name,
    };
  }
}

function isStored(value: string, isForSecrets: boolean): boolean {
  if (value.length < 6 || isOrdinary(value) || isAmount(value)) return false;
  return isForSecrets ? /\d/.test(value) && !/^[\w.-]+@[\w.-]+$/.test(value) : isKeyLike(value);
}
