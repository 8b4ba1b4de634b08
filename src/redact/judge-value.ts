import { isExample } from "./examples.ts";
import { looksChosen } from "./password-look.ts";
import { MAX_VALUE_LENGTH, type Written } from "./read-value.ts";
import { type NameStrength, strengthOf } from "./secret-names.ts";
import {
  asksForAnother,
  countKinds,
  hasRandomLetters,
  isAmount,
  isAttack,
  isCode,
  isCountedOut,
  isEncodedAccount,
  isJoinedWords,
  isKeyLike,
  isMemorable,
  isPattern,
  isPlace,
  isPlaceholder,
  isRandom,
  isReference,
  isSelfDescribing,
  isText,
  isVersion,
  isWordAndNumber,
  isWordy,
  looksInvented,
} from "./value-kinds.ts";

/** Whether a value is a secret because of its key in an object. */
export function isSecretUnder(key: string, value: string): boolean {
  if (key === "auth" && isEncodedAccount(value)) return true;
  const strength = strengthOf(key);
  if (strength === "none" || value.length > MAX_VALUE_LENGTH || isOtherThing(key, value))
    return false;
  return isSecret({ value, at: 0, writing: "quoted" }, strength);
}

/** What follows `pass` and is no password: where requests are passed to (`backend1-future`), or a message. */
const PASSED = /^[a-z]+\d*(?:-[a-z]+\d*)+$|^(?:\S+ ){3}/;
const WALLET_WORDS = /^(?:[a-z]+[ ,]+){11}/;

/** Whether a name has another meaning for a value: its own name again, a message of a test, a reminder. */
export function isOtherThing(name: string, value: string): boolean {
  if (name === "pass" && PASSED.test(value)) return true;
  if (/mnemonic$/i.test(name) && !WALLET_WORDS.test(value)) return true;
  return name.toLowerCase() === value.toLowerCase();
}

/** A text that is filled in elsewhere. */
const TEMPLATE = /\$\{|#\{|\{\{|%\(|\$\(|`[a-z][\w ./-]*`/;

/** The quote before it ended a string: what follows is code. */
const ENDED_STRING = /^(?:[\s,)]|\+(?![A-Za-z0-9+/]{24})|\\{0,8}["'`]\s{0,3}[+.,)]|[?&]\w{1,40}=)/;

/** Two capital words with a number, as no path is written: `Otter/Bach5`. */
const TWO_NAMES = /^[A-Z][a-z]{2,20}\/[A-Z][a-z]{2,20}\d{1,4}$/;

/** What a field of a struct is called elsewhere: `json:"password,omitempty"`. */
const FIELD_TAG = /^[a-z_]\w{0,30}:"/;

/** Whether a value can be the secret that its name promises. */
export function isSecret(written: Written, strength: NameStrength): boolean {
  const { value } = written;
  if (TEMPLATE.test(value) || value.length < 4 || value.includes("[redacted:")) return false;
  if (ENDED_STRING.test(value)) return false;
  if (value.includes("\u001b[")) return false; // A terminal's colours.
  if (FIELD_TAG.test(value) || (/^["'].+["']$/.test(value) && isPlaceholder(value.slice(1, -1))))
    return false;
  if (isText(value) || isVersion(value) || isAttack(value)) return false;
  if (isPattern(value) || isReference(value)) return false;
  if (isInGroups(value)) return strength === "password" && isAppPassword(value);
  if (/\s/.test(value)) return isPhrase(written, strength);
  if (isPlaceholder(value) || isCountedOut(value)) return false;
  if (isPlace(value) && !(strength === "password" && TWO_NAMES.test(value))) return false;
  if (written.writing === "setting" ? asksForAnother(value) : isSelfDescribing(value)) return false;
  if (ASSIGNMENT.test(value)) return false;
  if (strength === "password" || strength === "phrase") return isPassword(written);
  if (isExample(value) || isSelfDescribing(value)) return false;
  return isKey(written, strength);
}

/** Whether a value is four groups of four letters, joined by dashes or spaces. */
function isInGroups(value: string): boolean {
  return /^[a-z]{4}(?:([- ])[a-z]{4})(?:\1[a-z]{4}){2}$/.test(value);
}

/** Whether the groups are what a mail provider makes for an app, and neither words nor a mask. */
export function isAppPassword(value: string): boolean {
  const letters = value.replaceAll(/[- ]/g, "");
  return new Set(letters).size >= 6 && hasRandomLetters(letters) && !isExample(letters);
}

const WALLET = /^(?:[a-z]{3,10}[ ,]+){11,24}[a-z]{3,10}$/;
/** Words of labels and messages about passwords, which no password has. */
const ABOUT_PASSWORDS =
  /\b(?:pass\w*|pwd|secret|token|key|your|must|should|enter|please|invalid|required|at least|characters?|confirm|forgot|reset|wrong|change|new|old|the|is|are|for|this|mot|contraseña|senha|json|value|set)\b/i;

/** Whether several words are a password: a phrase under its own name, or words with a digit or a sign among them. */
function isPhrase({ value, writing }: Written, strength: NameStrength): boolean {
  if (writing !== "quoted" || value.length > 200)
    return strength === "phrase" && WALLET.test(value);
  if (isExample(value)) return false;
  if (strength === "phrase")
    return !ABOUT_PASSWORDS.test(value) && !/['’,.?!]( |$)|\p{L}['’]\p{L}/u.test(value);
  return (
    strength === "password" &&
    /[\d@#$%^&*+=]/.test(value) &&
    !/[\n<>{}()]|\s{2}|: |, |\w\.\s/.test(value) &&
    value.split(" ").length <= 6 &&
    !ABOUT_PASSWORDS.test(value)
  );
}

/** A variable or a member of one, as code reads it: no password has its digits like that. */
const IDENTIFIER = /^[!&*@~]?[A-Za-z_$][A-Za-z_$]*\d?(?:\??\.[A-Za-z_$]+\d?)*$/;
/** A variable that contains a password: `b64Pwd`. */
const VARIABLE = /^[A-Za-z]\w{0,30}(?:[Pp]assword|[Pp]wd|[Pp]ass)$/;
const CONSTANT = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const VERSION = /^v?\d{1,4}(?:\.\d{1,6}){1,3}(?:[-+=]|$)/;
/** Another name with its own value. */
const ASSIGNMENT = /^[A-Za-z_]{2,40}=(?:[A-Za-z_]*|\d{1,6})$/;

/** Words and a number that somebody joined to be a password: `meadow-mango-69`. */
const WORDS_AND_NUMBER = /^[a-z]{4,12}-[a-z]{4,12}(?:-[a-z]{4,12})?-\d{2,4}$/;

/** Between quotes, a word with a digit and a dot is no member of an object: `mO7.heron`. */
const MEMBER_WITH_DIGIT = /^(?=[A-Za-z.]{0,40}\d)[A-Za-z\d]{2,20}\.[A-Za-z\d]{2,20}$/;

/** In a file of settings there are no objects. */
const TWO_WORDS = /^[a-z]{3,20}\.[a-z]{3,20}$/;

function isPassword({ value, writing }: Written): boolean {
  if (UUID.test(value)) return false; // The name of something, as programs give it.
  const isInvented = looksInvented(value);
  if (writing === "purpose")
    return (
      looksChosen(value) || ((isInvented || isKeyLike(value) || isChosen(value)) && !isCode(value))
    );
  if (WORDS_AND_NUMBER.test(value) && writing !== "bare") return true;
  if (writing === "spoken")
    return (isInvented || looksSpoken(value) || isChosen(value)) && !isCode(value);
  if (writing !== "setting" && isPassphrase(value)) return true;
  if (isJoinedWords(value) && (writing !== "bare" || /\d/.test(value))) return true;
  if (isKeyLike(value) && !isCode(value)) return true;
  if (isAmount(value)) return writing !== "bare" && /^\d{6,}$/.test(value);
  if (isCode(value) && !(writing !== "bare" && (isInvented || MEMBER_WITH_DIGIT.test(value))))
    return writing === "setting" && TWO_WORDS.test(value);
  if (writing === "setting") return true;
  if ((isWordAndNumber(value) && /^\p{Lu}/u.test(value)) || TWO_NAMES.test(value)) return true;
  if (isWordy(value) || /^[A-Za-z]+[!?.]*$/.test(value)) return false;
  if (writing === "quoted") return /[^\p{L}]/u.test(value) && value.length >= 6;
  if (IDENTIFIER.test(value) || CONSTANT.test(value) || VARIABLE.test(value)) return false;
  return value.length >= 6 && looksTyped(value);
}

/** A key or token after its name: it has to look like one, the more so the less its name says. */
function isKey({ value, writing }: Written, strength: NameStrength): boolean {
  if (VERSION.test(value) || (isCode(value) && !(writing === "quoted" && isDense(value))))
    return false;
  if (isAmount(value) && writing !== "setting") return false;
  if (strength === "key" && UUID.test(value)) return writing === "setting";
  if (writing === "purpose" && strength === "secret" && value.length >= 12 && isRandom(value))
    return true;
  if (writing === "spoken" || writing === "purpose")
    return isKeyLike(value) && (strength === "secret" || value.length >= 24);
  if (isKeyLike(value) || isEncodedText(value)) return true;
  if (strength === "key") return false;
  if (writing !== "bare" && (isPassphrase(value) || isWordsWithNumber(value))) return true;
  if (isWordy(value) || CONSTANT.test(value) || /^\p{L}+$/u.test(value)) return false;
  if (writing === "setting") return value.length >= 6;
  if (writing === "quoted") return value.length >= 8 && looksTyped(value);
  return value.length >= 12 && (looksInvented(value) || isRandom(value));
}

/** Whether a value has as many different signs as generated keys have, and code does not. */
function isDense(value: string): boolean {
  const signs = new Set(value.match(/[!@#$%^&*+=~()-]/g));
  return value.length >= 32 && signs.size >= 4 && /\d/.test(value) && isRandom(value);
}

/** Whether a value is text in base64, as Kubernetes keeps secrets. */
export function isEncodedText(value: string): boolean {
  if (!/^(?:[A-Za-z0-9+/]{4}){2,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)$/.test(value))
    return false;
  return /^[\t\n\r\x20-\x7e]+$/.test(Buffer.from(value, "base64").toString("latin1"));
}

/** Whether a person or a generator made a value, where a text says that it is a password. */
function isChosen(value: string): boolean {
  if (isMemorable(value) || isWordAndNumber(value)) return true;
  return value.length >= 10 && countKinds(value, /[!@#$%^&*]/) >= 3 && hasRandomLetters(value);
}

/** Whether four words or numbers are joined, as names of things seldom are: `pumpkin-latte-42-sky`. */
function isWordsWithNumber(value: string): boolean {
  return value.length >= 16 && value.split(/[-_.]/).length >= 4 && isMemorable(value);
}

/** Whether words were joined to be a password: capitals, digits and signs between them, as no name has. */
function isPassphrase(value: string): boolean {
  return (
    value.length >= 10 &&
    /^[A-Za-z0-9]+(?:[-_ !.][A-Za-z0-9]+)+$/.test(value) &&
    countKinds(value, /[^A-Za-z0-9]/) === 4
  );
}

/** Whether a word in a sentence can be nothing but a password: three kinds of characters in one piece. */
function looksSpoken(value: string): boolean {
  if (value.length < 6 || !/\d/.test(value) || !/\p{L}/u.test(value)) return false;
  if (/^[A-Za-z]+[-_/:.]|[-/:]|^[A-Za-z]+\d{1,2}$/.test(value)) return false;
  return countKinds(value, /[^\w.:/-]/) >= 3 || isRandom(value);
}

/** Whether a bare word was made up as a password: letters and something else, in one piece. */
function looksTyped(value: string): boolean {
  const kinds = countKinds(value, /[^\w.-]/);
  return kinds >= 3 || (kinds >= 2 && /\d/.test(value) && isMixed(value)) || isRandom(value);
}

function isMixed(value: string): boolean {
  return !/^[A-Za-z]+\d{1,2}$/.test(value) || value.length >= 7;
}
