import { WireFault } from "./wire.ts";

/** What a line of a list of signers demands besides the key. */
export interface SignerOptions {
  /** The key does not sign itself; it signs certificates of keys that do. */
  readonly authority: boolean;
  /** Patterns of purposes the key is allowed for; null allows all. */
  readonly namespaces: string | null;
  /** Milliseconds since 1970, or null for no bound. */
  readonly validAfter: number | null;
  readonly validBefore: number | null;
}

/** Reads the options of a line; one that is not known may restrict the key, so it is a `WireFault`. */
export function readSignerOptions(text: string): SignerOptions {
  const values = splitOptions(text);
  for (const [name, value] of values) {
    if (!KNOWN.has(name)) throw new WireFault(`the option "${name}" is not known`);
    if ((value === null) !== (name === "cert-authority")) {
      throw new WireFault(`the option "${name}" is misspelled`);
    }
  }
  const validAfter = timeOf(values.get("valid-after"));
  const validBefore = timeOf(values.get("valid-before"));
  if (validAfter !== null && validBefore !== null && validBefore <= validAfter) {
    throw new WireFault("it ends before it begins to be valid");
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
    if (!match) throw new WireFault("its options cannot be read");
    const name = (match[1] ?? "").toLowerCase();
    if (values.has(name)) throw new WireFault(`the option "${name}" stands there twice`);
    values.set(name, match[2]?.replaceAll('\\"', '"') ?? null);
  }
  return values;
}

const TIME = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?(z|utc)?$/i;

/** `YYYYMMDD[HHMM[SS]][Z]`; local time unless it says otherwise, as ssh-keygen has it. */
function timeOf(text: string | null | undefined): number | null {
  if (text === null || text === undefined) return null;
  const match = TIME.exec(text);
  if (!match) throw new WireFault("a time in it is not YYYYMMDD[HHMM[SS]][Z]");
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const utc = Date.UTC(year, month - 1, day, hour, minute, second);
  const spelled = new Date(utc).toISOString().replaceAll(/[-T:]|\..*$/g, "");
  // Overflowing parts would silently become another day.
  if (!spelled.startsWith(text.replace(/(z|utc)$/i, "")))
    throw new WireFault("a time in it does not exist");
  return match[7] ? utc : new Date(year, month - 1, day, hour, minute, second).getTime();
}
