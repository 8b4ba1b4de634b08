import { type Anchors, anchorGroup } from "../anchors.ts";
import { isExample } from "../examples.ts";
import { isOrdinary } from "../ordinary.ts";
import type { Sighting } from "../sighting.ts";
import {
  countKinds,
  hasRandomLetters,
  isAmount,
  isKeyLike,
  isPlaceholder,
  looksInvented,
} from "../value-kinds.ts";

const group = anchorGroup(["kind: Secret", '"kind":"Secret"', '"kind": "Secret"']);

/** The kind of a manifest, in YAML or JSON. */
const KIND = /(?:^|[\n{,])[ \t]{0,40}(?:- )?"?kind"?:[ \t]{0,3}"?(?<kind>[A-Za-z]{1,40})/g;
/** The lines of a block in YAML, each indented, and the members of an object in JSON. */
const BLOCK =
  /(?:^|\n)(?<indent>[ \t]{0,40})(?:data|stringData):[ \t]{0,4}\r?\n(?<pairs>(?:\k<indent>[ \t][^\n]{0,8192}(?:\n|$)){1,100})/g;
const OBJECT = /"(?:data|stringData)":\s{0,4}\{(?<pairs>[^{}]{1,16384})\}/g;
const PAIR =
  /(?<=[\n,{ \t"]|^)(?<name>[\w.-]{1,80})"?:[ \t]{0,4}["']?(?<secret>[^\s"',{}]{6,8192})["']?(?=[ \t]{0,8}(?:\r?\n|,|$|#|\}))/g;
/** How far a kind may be from the data that it is the kind of. */
const REACH = 4000;
const PUBLIC_NAME =
  /^(?:user(?:name)?|host(?:name)?|port|db|database|dbname|email|region|url|endpoint|ca\.crt|tls\.crt|namespace)$/i;

/** Secrets of Kubernetes: everything below `data` of a `kind: Secret`, whatever its name is. */
export function* findManifestValues(text: string, anchors: Anchors): Generator<Sighting> {
  if (!anchors.isTelling || !anchors.contains(group)) return;
  const kinds = [...text.matchAll(KIND)].map(({ index, groups }) => ({
    at: index,
    kind: groups?.kind ?? "",
  }));
  for (const pattern of [BLOCK, OBJECT]) {
    let next = 0;
    for (const { index, 0: block, groups } of text.matchAll(pattern)) {
      while ((kinds[next]?.at ?? Number.POSITIVE_INFINITY) < index) next++;
      const end = index + block.length;
      if (isSecretKind(text, kinds[next - 1], kinds[next], { at: index, end })) {
        yield* findPairs(groups?.pairs ?? "", index + block.lastIndexOf(groups?.pairs ?? ""));
      }
    }
  }
}

interface Kind {
  readonly at: number;
  readonly kind: string;
}

/** Whether the kind before the data or, where they are of one manifest, the kind after it is a secret. */
function isSecretKind(
  text: string,
  before: Kind | undefined,
  behind: Kind | undefined,
  data: { readonly at: number; readonly end: number },
): boolean {
  const isNext = behind !== undefined && behind.at - data.end < 8;
  if (isNext) return behind.kind === "Secret";
  if (before?.kind !== "Secret" || data.at - before.at > REACH) return false;
  return !/\n---/.test(text.slice(before.at, data.at));
}

function* findPairs(pairs: string, from: number): Generator<Sighting> {
  for (const match of pairs.matchAll(PAIR)) {
    const { name = "", secret = "" } = match.groups ?? {};
    if (PUBLIC_NAME.test(name) || !isStored(secret)) continue;
    yield {
      kind: "kubernetes_secret",
      secret,
      at: from + match.index + match[0].lastIndexOf(secret),
      name,
    };
  }
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4}){2,2048}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const PRINTABLE = /^[\t\n\r\x20-\x7e]+$/;

/** Whether a value, or what it is in base64, can be a secret. */
function isStored(value: string): boolean {
  if (isPlaceholder(value) || isExample(value)) return false;
  if (!BASE64.test(value)) return isSecretText(value);
  const inside = Buffer.from(value, "base64").toString("latin1");
  return PRINTABLE.test(inside) ? isSecretText(inside.trim()) : isKeyLike(value);
}

function isSecretText(value: string): boolean {
  if (isOrdinary(value) || isAmount(value)) return false;
  const isMixed = value.length >= 12 && countKinds(value, /[^\w.:/-]/) >= 3;
  return isKeyLike(value) || looksInvented(value) || (isMixed && hasRandomLetters(value));
}
