/** What a value behind a telling name can be besides a secret. */

/** Values that stand in for a secret: variables, templates, masks, and the words of examples. */
const PLACEHOLDER =
  /^(?:[$%{<[]|\*{3}|x{4,}$|\.{3}|…|your[-_ ]?|my[-_]|change[-_]?me|example|placeholder|redacted|dummy|fake[-_]?|sample|process\.|os\.|env\.|getenv|import\.meta|null\b|nil\b|undefined\b|true\b|false\b|none\b|not[-_ ]?set|unset\b|empty\b|todo\b|tbd\b|n\/a\b|required\b|optional\b|invalid\b|missing\b|hidden\b|encrypted\b|string\b|secret\b|password\b|passwd\b|token\b|api[-_]?key\b)/i;
const MASKED = /\*{3,}|\.{3}|…|x{6,}|<[a-z_-]+>|\$\{|\{\{|REDACTED/i;

/** Type names of common languages, as in `privateKey: Uint8Array`. */
// regex: a value has at most 8192 characters.
const TYPE =
  /^(?:(?:u?int|float|bigu?int)\d\w{0,12}|[uif](?:8|16|32|64|128)|str|string|char|bytes?|bytearray|buffer|number|bool(?:ean)?|object|array|any|unknown|never|void|option\w*|secretstr\w*|cryptokey\w*|\w+(?:key|token|secret|password|credentials?|string|type|options?|config|provider|handler|schema|manager|service|request|response|error|exception))(?:[<[(?|&;,].*)?$/i;

/** Code: a call, a member, an arrow, a generic. */
// regex: a value has at most 8192 characters.
const CODE =
  /[(){}]|=>|::|->|\w\.\w+\(|\w\[|^[&*!@]?[a-z_]\w*(?:\.[a-zA-Z_]\w*)+$|^[A-Za-z_]\w*<|^#include/;

const ROOTED_PATH = /^(?:~|\.{1,2})?\/|^[A-Za-z]:[\\/]|^file:/;
const RELATIVE_PATH = /^[\w.@-]+(?:\/[\w.@-]+)+\/?$/;
const URL = /^[a-z][a-z0-9+.-]{1,20}:\/\//i;
const FILE_NAME =
  /^[\w.-]+\.(?:[jt]sx?|json|ya?ml|toml|md|py|rs|go|pem|crt|key|env|txt|sh|html?|css|log|lock|cfg|ini)$/i;
const TIME_OR_AMOUNT =
  /^[-+]?\d+(?:[.,]\d+)*(?:\s?(?:ms|s|m|h|d|min|sec|hours?|days?|minutes?|seconds?|k|kb|mb|gb|b|%|px|chars?|bytes|tokens?))?$|^\d{4}-\d\d-\d\d|^\d{1,5}:\d{1,5}$/i;

/** Whether a value stands for something else: an example, a variable, a type, code, a path, a number. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || MASKED.test(value) || new Set(value).size < 4;
}

/** Whether a value is a name or an expression of a program. */
export function isCode(value: string): boolean {
  return CODE.test(value) || TYPE.test(value);
}

/** Whether a value says where something lies. */
export function isPlace(value: string): boolean {
  if (ROOTED_PATH.test(value)) return !isRandom(value) || value.split("/").length > 2;
  if (RELATIVE_PATH.test(value))
    return value.split("/").some((piece) => piece !== "" && isWordy(piece));
  return URL.test(value) || FILE_NAME.test(value);
}

/** Whether a value counts or dates something. */
export function isAmount(value: string): boolean {
  return TIME_OR_AMOUNT.test(value);
}

/** Whether a value consists of words, with at most a version behind them: `db-creds`, `feature/new-login-2`. */
export function isWordy(value: string): boolean {
  const pieces = value.split(/[-_./ :]+|(?<=[a-z])(?=[A-Z])/).filter((piece) => piece !== "");
  return pieces.every((piece) => /^(?:[A-Z]?[a-z]+|[A-Z]+|v?\d{1,2})$/.test(piece));
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const HEX = /^(?:0x)?[0-9a-f]{16,}$/i;

/** Whether a value is random enough to be a key when its name says that it is one. */
export function isKeyLike(value: string): boolean {
  if (value.length < 16 || /\s/.test(value)) return false;
  if (UUID.test(value)) return true;
  if (HEX.test(value)) return /\d/.test(value) && /[a-f]/i.test(value);
  return isRandom(value);
}

/** Whether the characters of a value are mixed as nobody writes words. */
export function isRandom(value: string): boolean {
  const digits = value.match(/\d/g)?.length ?? 0;
  if (digits < 2 || !/[A-Za-z]/.test(value)) return false;
  return shareOfWords(value) <= 0.45 && bitsPerCharacter(value) >= 3;
}

/**
 * Whether a value can be nothing else wherever it stands: only then is it replaced in places that do
 * not show what it is. A short word learnt as a password would be cut out of ordinary sentences.
 */
export function isUnmistakable(value: string): boolean {
  if (value.length < 10 || isPlace(value) || isAmount(value) || isWordy(value)) return false;
  if (/\s/.test(value)) return value.length >= 40;
  const kinds = countKinds(value, /[^A-Za-z0-9]/);
  return kinds >= 3 || (value.length >= 16 && isRandom(value)) || isKeyLike(value);
}

/** How many kinds of characters a value mixes: small letters, capitals, digits, and signs as the caller counts them. */
export function countKinds(value: string, sign: RegExp): number {
  return [/[a-z]/, /[A-Z]/, /\d/, sign].filter((kind) => kind.test(value)).length;
}

/** How much of a value is runs of lower-case letters: in names most of it, in random text a fifth. */
function shareOfWords(value: string): number {
  const words = value.match(/[a-z]{3,}|[A-Z]{4,}/g) ?? [];
  return words.join("").length / value.length;
}

function bitsPerCharacter(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) {
    bits -= (count / value.length) * Math.log2(count / value.length);
  }
  return bits;
}
