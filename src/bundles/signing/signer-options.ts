import { WireError } from "./wire.ts";

/** The restrictions of a line of an allowed-signers file. */
export interface SignerOptions {
  /** The key signs certificates of other keys, not bundles. */
  readonly authority: boolean;
  /** Patterns of the namespaces that the key is allowed for; null allows all. */
  readonly namespaces: string | null;
  /** Milliseconds since 1970, or null for no bound. */
  readonly validAfter: number | null;
  readonly validBefore: number | null;
}

/** Parses the options of a line. An unknown one is a `WireError`, because it may be a restriction. */
export function parseSignerOptions(text: string): SignerOptions {
  const values = splitOptions(text);
  for (const [name, value] of values) {
    if (!KNOWN.has(name)) throw new WireError(`the option "${name}" is not supported`);
    if ((value === null) !== (name === "cert-authority")) {
      throw new WireError(`the option "${name}" is malformed`);
    }
  }
  const validAfter = timeOf(values.get("valid-after"));
  const validBefore = timeOf(values.get("valid-before"));
  if (validAfter !== null && validBefore !== null && validBefore <= validAfter) {
    throw new WireError("its validity ends before it begins");
  }
  const authority = values.has("cert-authority");
  return { authority, namespaces: values.get("namespaces") ?? null, validAfter, validBefore };
}

const KNOWN = new Set(["cert-authority", "namespaces", "valid-after", "valid-before"]);
const OPTION = /([A-Za-z-]{1,40})(?:="((?:[^"\\]|\\.)*)")?(?:,(?=.)|$)/y;

function splitOptions(text: string): ReadonlyMap<string, string | null> {
  const values = new Map<string, string | null>();
  OPTION.lastIndex = 0;
  while (OPTION.lastIndex < text.length) {
    const match = OPTION.exec(text);
    if (!match) throw new WireError("its options cannot be parsed");
    const name = (match[1] ?? "").toLowerCase();
    if (values.has(name)) throw new WireError(`the option "${name}" occurs twice`);
    values.set(name, match[2]?.replaceAll('\\"', '"') ?? null);
  }
  return values;
}

const TIME = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?(z|utc)?$/i;

/** `YYYYMMDD[HHMM[SS]][Z]`; local time without the Z, as in ssh-keygen. */
function timeOf(text: string | null | undefined): number | null {
  if (text === null || text === undefined) return null;
  const match = TIME.exec(text);
  if (!match) throw new WireError("a time in it is not YYYYMMDD[HHMM[SS]][Z]");
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const utc = Date.UTC(year, month - 1, day, hour, minute, second);
  const spelled = new Date(utc).toISOString().replaceAll(/[-T:]|\.\d{3}Z$/g, "");
  // Otherwise 30 February would silently become a day in March.
  if (!spelled.startsWith(text.replace(/(z|utc)$/i, "")))
    throw new WireError("a time in it does not exist");
  return match[7] ? utc : new Date(year, month - 1, day, hour, minute, second).getTime();
}
