/** What a value after a telling name can be besides a secret. */
import { EXAMPLE_PARTS, INSTEAD_PARTS, NAMES_OF_THINGS } from "./terms-in-values.ts";

/** Values that replace a secret: variables, templates, masks, and the words of examples. */
const PLACEHOLDER =
  /^(?:[$%{<[]|\*{3}|x{4,}$|\.{3}|…|your[-_ ]?|my[-_]|change[-_]?(?:me|it|this)(?![-_](?:[a-z]{2,12}[-_])?\d{1,4}(?:[-_]|$))|sk-.{0,16}$|ENC\[|postgres$|guest$|minioadmin$|example|placeholder|redacted|dummy|hashed(?:[-_]?\d{1,3}$|[-_ ]?(?:pass|pw|secret|token|value))|fake[-_]?|sample|process\.|os\.|env\.|getenv|import\.meta|null\b|nil\b|undefined\b|true\b|false\b|none\b|not[-_ ]?set|unset\b|empty\b|todo\b|tbd\b|n\/a\b|required\b|optional\b|invalid\b|missing\b|hidden\b|encrypted\b|string\b|secret\b|passwords?\b|passwd\b|token\b|api[-_]?key\b)/i;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz";
const MASKED = /\*{3,}|\.{3}|…|x{6,}|<[a-z_-]+>|\$\{|\{\{|REDACTED|[-_](?:goes[-_]?)?here$/i;

/** Type names of common languages, as in `privateKey: Uint8Array`. */
// regex: a value has at most 8192 characters.
const TYPE =
  /^(?:(?:u?int|float|bigu?int)\d\w{0,12}|[uif](?:8|16|32|64|128)|str|string|char|bytes?|bytearray|buffer|number|bool(?:ean)?|object|array|any|unknown|never|void|option\w*|secretstr\w*|cryptokey\w*|\w+(?:key|token|secret|password|credentials?|string|type|options?|config|provider|handler|schema|manager|service|request|response|error|exception))(?:[<[(?|&;,].*)?$/i;

/** Code: a call, a member, an arrow, a generic. */
// regex: a value has at most 8192 characters.
const CODE = /[(){}]|=>|::|->|\w\.\w+\(|\w\[|^[A-Za-z_]\w*<|^#include/;

/** A member of an object: `config.admin.token`. */
const MEMBER = /^[&*!@]?[A-Za-z_]\w*(?:[!?]?\.[a-zA-Z_]\w*)+$/;

/** A constant of a module: `jwa.A128GCM`. */
const MEMBER_CONSTANT = /^[a-z]{2,20}\.[A-Z][A-Z0-9_]{1,40}$/;

const ROOTED_PATH = /^(?:~|\.{1,2})?\/|^[A-Za-z]:[\\/]|^@?file:/;
const RELATIVE_PATH = /^[\w.@-]+(?:\/[\w.@-]+)+\/?$/;
/** What a linker sets: `host.tld/owner/tool/internal.Version=61203c8`. */
const VARIABLE_OF_PACKAGE = /^[\w-]+(?:\.[\w-]+)+(?:\/[\w.-]+)+\.[A-Za-z]\w*=/;
const URL = /^[a-z][a-z0-9+.-]{1,20}:\/\//i;
const FILE_NAME =
  /^[\w.-]+\.(?:[jt]sx?|json|ya?ml|toml|md|py|rs|go|pem|crt|key|env|txt|sh|html?|css|log|lock|cfg|ini|zip|tar|t?gz|exe|dll|png|jpe?g|svg|rb|php|java|cs?|cpp|h|sql|xml|csv|conf|pdf|mp[34]|wav|ogg|web[mp]|m4a|gif)$/i;
const TIME_OR_AMOUNT =
  /^[-+]?\d+(?:[.,]\d+)*(?:\s?(?:ms|s|m|h|d|min|sec|hours?|days?|minutes?|seconds?|k|kb|mb|gb|b|%|px|chars?|bytes|tokens?))?$|^\d{4}-\d\d-\d\d|^\d{1,5}:\d{1,5}$/i;

/** Whether a value is something else: an example, a variable, a type, code, a path, a number. */
export function isPlaceholder(value: string): boolean {
  if (value.length >= 4 && ALPHABET.includes(value.toLowerCase())) return true;
  return PLACEHOLDER.test(value) || MASKED.test(value) || new Set(value).size < 4;
}

/** A version or a range of them, as files of packages have it: `^4.0.20`, `>=1.4 <3`, `npm:other@2.1.0`. */
const VERSIONS =
  /^(?:(?:npm|workspace|catalog):(?:[\w@/.-]{1,100}@)?)?(?:[\^~]|[<>]=?|=|v)?\s?\d{1,4}(?:\.(?:\d{1,6}|[x*])){1,3}(?:[-+][\w.-]{1,40})?(?:\s{0,3}\|{1,2}.{1,80}|\s{1,3}[<>^~\d-].{0,80})?$/;
/** What tests of a login type in instead of a password. */
const ATTACK =
  /['"`]\s{0,3}(?:or|and|union|having)\b|['"`]\s{0,3}(?:;|--|#$|\|\|)|\bunion\s{1,4}(?:all\s{1,4})?select\b|\bdrop\s{1,4}table\b|<\/?script|\bor\s{1,3}1\s{0,3}=\s{0,3}1/i;

/** Whether a value is the version of something that has a telling name. */
export function isVersion(value: string): boolean {
  return VERSIONS.test(value);
}

/** Whether a value tries out how a program treats what is typed in. */
export function isAttack(value: string): boolean {
  return ATTACK.test(value);
}

/** Parts that only patterns have: classes, groups, repetitions, globs, and the words of tools that fill them in. */
const PATTERN =
  /^(?:\\x[0-9a-f]{2}){1,64}$|\(\?[:=!<]|A-Za-z|A-Z0-9|a-z0-9|\[\^?[^\]]{1,40}-[^\]]{1,40}\][+*{$]?|\][+*{]|\\[dwsb][+*{]?|\.\*|^\^[A-Z]+\^|FUZ\d?Z|^\*\.|\*\.\w|\/\*\*?(?:\/|$)|(?<![A-Za-z]\d)%[-0-9.]{0,6}[sdif](?![\w])|\{\d?\}/;
/** Rules for what is typed in: `required|string|min:8`. */
const RULES =
  /^(?:nullable|required|string|min|max|confirmed|sometimes|filled|present|integer|numeric|regex|bail|optional|\w{1,20})(?::[\w,]{1,40})?(?:\|[a-z_]{2,30}(?::[\w,./]{1,60})?){1,12}$/;

/** Whether a value is what values are compared with or made from: a regular expression, a glob, a format, a rule. */
export function isPattern(value: string): boolean {
  return PATTERN.test(value) || RULES.test(value);
}

/** Names that systems give to accounts, machines and objects: a SID, a DN, a mail address, a host, a class. */
const REFERENCE =
  /^S-1-\d{1,2}-\d|^(?:[0-9A-F]{2}[:-]){5}[0-9A-F]{2}$|^(?:cn|ou|dc|uid|arn|urn|spn)[=:]\S{0,400}[,:]|^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}\.[a-z]{2,24}$|^@[\w-]{1,40}\/[\w.-]{1,60}$|^(?:\d{1,3}\.){3}\d{1,3}(?:[:/]\d{1,5})?$|^[\w-]{1,63}(?:\.[a-z][\w-]{0,62}){1,6}:\d{1,5}$|^[\w-]{1,63}(?:\.[a-z][a-z\d-]{0,62}){1,5}\.(?:com|org|net|io|dev|app|local|lan|example|test|htb|vl|internal|de|ru|cn|uk|fr|eu)$|^\d{4}[-/]\d\d[-/]\d\d|^#[0-9a-f]{3,8}$/i;

/** Names of algorithms, as settings of passwords and tokens have them, and PostHog's key for every page. */
const ALGORITHM =
  /^(?:(?:scram|hmac|plain)[-_])?(?:sha|md|aes|pbkdf|bcrypt|scrypt|argon|ed|secp|rsa|hs|rs|es|ps|kerberos|gss)[-_]?\d{0,5}(?:[-_]?(?:id?|d|cbc|gcm|ctr|ecb|hmac|sha|\d{1,3})){0,5}$|^phc_/i;

/** Whether a value names a thing that is no secret by its form. */
export function isReference(value: string): boolean {
  return REFERENCE.test(value) || ALGORITHM.test(value);
}

/** Words in front of a number that counts: `sk_old_12345`. */
const NUMBERED = /^(?:[A-Za-z]{1,12}[-_]){1,5}(?<number>\d{3,8})$/;

/** Whether a value is words and a number that somebody counted out. */
export function isCountedOut(value: string): boolean {
  const number = NUMBERED.exec(value)?.groups?.number ?? "";
  return number !== "" && "01234567890".includes(number);
}

/** Whether a value names what it replaces: words and short numbers, joined by signs: `access-token-123`. */
export function isSelfDescribing(value: string): boolean {
  return namesItself(value, EXAMPLE_PARTS) || asksForAnother(value);
}

/** Whether a value asks to be replaced, in any language: `cambiar_esta_contraseña`. */
export function asksForAnother(value: string): boolean {
  return namesItself(value, INSTEAD_PARTS);
}

function namesItself(value: string, words: ReadonlySet<string>): boolean {
  if (hasInnerDigit(value)) return false;
  const pieces =
    (isAscii(value) ? value : value.toLowerCase()).match(
      /[A-Z]?[a-zà-öø-ÿąćęłńóśźżğşı]+\d{0,3}|[A-Z]+\d{0,3}(?![a-z])|\d+|[^\w.:/#$ -]/g,
    ) ?? [];
  if (pieces.length < 2 || hasRandomLetters(value)) return false;
  const isNamed = pieces.some((piece) => words.has(piece.toLowerCase().replace(/\d{1,3}$/, "")));
  return (
    isNamed &&
    pieces.every((piece) =>
      /^(?:[A-Za-zà-öø-ÿąćęłńóśźżğşı]+\d{0,3}|[a-z]\d[a-z]|\d{1,6})$/.test(piece),
    )
  );
}

/** Digits for letters, or a year at the end of words: nobody describes a value so: `b3stTokenEver`, `MyDogKey2019`. */
function hasInnerDigit(value: string): boolean {
  // regex: a value has at most 8192 characters.
  if (/[-_.:/ ]/.test(value) || TECHNICAL.test(value)) return false;
  return /[a-z]\d[A-Za-z]/.test(value) || /[a-z](?:19|20)\d\d$/.test(value);
}

/** Writings in which passwords are typed, and what sentences have besides letters. */
const TYPED_WRITING =
  /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{M}]/u;
const SENTENCE = /^[\p{L}\p{M}\s!?.,:;…'’()-]+$/u;

/** Whether a value is text about a password: words without digits, or of a writing in which nobody types one. */
export function isText(value: string): boolean {
  if (isAscii(value)) return false;
  return TYPED_WRITING.test(value) || SENTENCE.test(value);
}

function isAscii(value: string): boolean {
  for (let at = 0; at < value.length; at++) if (value.charCodeAt(at) > 127) return false;
  return true;
}

/** Whether a value is a name or an expression of a program. */
export function isCode(value: string): boolean {
  if (MEMBER.test(value)) return !isRandom(value) || MEMBER_CONSTANT.test(value);
  return CODE.test(value) || (TYPE.test(value) && !hasInnerDigit(value));
}

const BASE64 = /^[A-Za-z0-9+/]{32,}={0,2}$/;

/** Whether a value with slashes is a key in base64, and no path: its letters are those of no words. */
function isEncodedKey(value: string): boolean {
  if (!BASE64.test(value) || countKinds(value, /=/) < 3) return false;
  // regex: a value has at most 8192 characters.
  return isRandom(value.replaceAll(/[+/=]/g, ""));
}

/** Whether a value says where something lies. */
export function isPlace(value: string): boolean {
  if (isEncodedKey(value)) return false;
  if (ROOTED_PATH.test(value)) return !isRandom(value) || value.split("/").length > 2;
  if (RELATIVE_PATH.test(value) && value.split("/").some((piece) => piece !== "" && isWordy(piece)))
    return true;
  if (VARIABLE_OF_PACKAGE.test(value)) return true;
  return URL.test(value) || FILE_NAME.test(value.slice(value.lastIndexOf("/") + 1));
}

/** Whether a value counts or dates something. */
export function isAmount(value: string): boolean {
  return TIME_OR_AMOUNT.test(value);
}

/** Whether a value consists of words, with at most a version after them: `db-creds`, `feature/new-login-2`. */
export function isWordy(value: string): boolean {
  const pieces = value.split(/[-_./ :]+|(?<=[a-z])(?=[A-Z])/).filter((piece) => piece !== "");
  return pieces.every((piece) => /^(?:[A-Z]?[a-z]+|[A-Z]+|v?\d{1,2})$/.test(piece));
}

/** Whether a value is an account of a registry in base64: `user:password`. */
export function isEncodedAccount(value: string): boolean {
  if (!/^[A-Za-z0-9+/]{12,1024}={0,2}$/.test(value)) return false;
  const account = Buffer.from(value, "base64").toString("latin1");
  return /^[\x21-\x7e]{1,200}:[\x21-\x7e]{2,600}$/.test(account);
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
  if (!/[A-Za-z]/.test(value) || bitsPerCharacter(value) < 3) return false;
  const digits = value.match(/\d/g)?.length ?? 0;
  if (digits < 2 && (value.length < 20 || changesOfCase(value) < value.length / 5)) return false;
  return hasRandomLetters(value) || isShuffled(value);
}

/** Whether small letters, capitals and digits alternate as in no name: in random text at three of five places. */
function isShuffled(value: string): boolean {
  if (value.length < 16) return false;
  const changes = value.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|\d(?=[A-Za-z])/g)?.length ?? 0;
  return changes >= value.length * 0.48;
}

/** Whether the letters of a value follow each other as they do in no word. */
export function hasRandomLetters(value: string): boolean {
  return shareOfCommonPairs(value) <= 0.6;
}

/** Whether a short value was made up as a password: three kinds of characters, and no name has them so. */
export function looksInvented(value: string): boolean {
  if (value.length < 8 || !/\d/.test(value) || isWordy(value)) return false;
  const kinds = countKinds(value, /[^\w.:/-]/);
  return kinds === 4 || (kinds === 3 && (/[^\w.:/-]/.test(value) || isRandom(value)));
}

/**
 * Whether a value can be nothing else wherever it is: only then is it replaced in places that do
 * not show what it is. A short word learnt as a password would be cut out of ordinary sentences.
 */
export function isUnmistakable(value: string): boolean {
  if (value.length < 10 || isPlace(value) || isAmount(value) || isWordy(value)) return false;
  if (/\s/.test(value)) return value.length >= 40;
  const kinds = countKinds(value, /[^A-Za-z0-9]/);
  return kinds >= 3 || (value.length >= 16 && isRandom(value)) || isKeyLike(value);
}

/** Words that somebody joined with a number to remember them: `violetMoon77`, `caju-Verde7`, `Veil_of_rain3`. */
const MEMORABLE = /^[A-Za-z][A-Za-z\d]{2,20}(?:[-_][A-Za-z\d]{1,20}){0,4}$/;

/** Whether a value is words and a number, at least two words of them; the place has to say that it is a password. */
export function isMemorable(value: string): boolean {
  if (value.length < 9 || value.length > 40 || !/\d/.test(value)) return false;
  const words = value.match(/[A-Z]?[a-z]{2,}|[A-Z]{2,}/g) ?? [];
  if (words.length < 2 || !MEMORABLE.test(value) || isReference(value)) return false;
  return !TECHNICAL.test(value) && !isSelfDescribing(value);
}

/** One word and the number that a password needs: `Saudade2024`, `Tulpenfeld3`, `Herzog-12`. */
const WORD_AND_NUMBER =
  /^(?:\p{Lu}\p{Ll}{3,20}[-_]?\d{2,4}|\p{L}{5,20}\d{4}|\p{Ll}{7,20}\d{2,4}|\p{Lu}\p{Ll}{7,20}[-_]?\d{1,4})[!?]?$/u;

/** Whether a value is one word with a number, and no name of a format or a product. */
export function isWordAndNumber(value: string): boolean {
  if (!WORD_AND_NUMBER.test(value) || /^pass/i.test(value)) return false;
  return !TECHNICAL.test(value) && !isSelfDescribing(value);
}

/** Words joined by dashes, as no variable is; the last may be a number: `blue-sky-7`, `schlangen-oel`. */
const JOINED_WORDS =
  /^(?=.{8})[A-Za-z]{2,20}\d{0,3}(?:(?:-[A-Za-z]{2,20}\d{0,3}){1,3}(?:-\d{1,4})?|-\d{1,4})$/;
/** Whether a value is words joined with dashes that are no name of a thing. */
export function isJoinedWords(value: string): boolean {
  if (!JOINED_WORDS.test(value) || TECHNICAL.test(value) || isSelfDescribing(value)) return false;
  return !value
    .split("-")
    .some((word) => NAMES_OF_THINGS.has(word.toLowerCase().replace(/\d{1,4}$/, "")));
}

/** Letters and digits that are names of formats, algorithms, machines and products. */
export const TECHNICAL =
  /(?:^|[^a-z])(?:cve|enterprise|server|version|release|build|chapter|sha|utf|base|u?int|float|arm|aes|rsa|md|mp|es|ec|py|python|node|java|win|windows|oauth|http|ipv|ed|secp|argon|pbkdf|log|ps|web|gpt|qwen|llama|claude|gemini|ubuntu|debian|ios|android|tls|ssl|hs|rs|cp|iso|rfc|bit|vb|dx|neo|xf|sql|direct|sdl)[-_]?\d{1,5}/i;

/** How many kinds of characters a value mixes: small letters, capitals, digits, and signs as the caller counts them. */
export function countKinds(value: string, sign: RegExp): number {
  return [/[a-z]/, /[A-Z]/, /\d/, sign].filter((kind) => kind.test(value)).length;
}

/** Pairs of letters that words and names consist of, in the languages that code is written in. */
const FOLLOWING_LETTERS = {
  a: "bcdgilmnprstuyz",
  b: "ey",
  c: "aehklort",
  d: "aeiou",
  e: "acdefilmnprstuvwxy",
  f: "filor",
  g: "aeir",
  h: "aeio",
  i: "bcdefglmnorst",
  j: "a",
  k: "aeiosu",
  l: "adeilouy",
  m: "aeiopuy",
  n: "acdeginostu",
  o: "bcdfgklmnoprstuvw",
  p: "aehilopr",
  q: "u",
  r: "adeimnostuy",
  s: "acehiklmnopstuw",
  t: "aehiortuy",
  u: "bcdegilmnprst",
  v: "aei",
  w: "aehiorw",
  z: "a",
};
const COMMON_PAIRS = new Set(
  Object.entries(FOLLOWING_LETTERS).flatMap(([first, next]) =>
    [...next].map((letter) => first + letter),
  ),
);

/** How many of the neighbouring letters are pairs of common words: in names most of them, in random text a third. */
function shareOfCommonPairs(value: string): number {
  let pairs = 0;
  let common = 0;
  for (const run of value.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []) {
    const letters = run.toLowerCase();
    for (let at = 1; at < letters.length; at++) {
      pairs++;
      if (COMMON_PAIRS.has(letters.slice(at - 1, at + 1))) common++;
    }
  }
  return pairs === 0 ? 0 : common / pairs;
}

function changesOfCase(value: string): number {
  return value.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0;
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
