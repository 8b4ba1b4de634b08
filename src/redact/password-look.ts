import { isExample } from "./examples.ts";
import {
  countKinds,
  hasRandomLetters,
  isAmount,
  isCode,
  isCountedOut,
  isJoinedWords,
  isKeyLike,
  isMemorable,
  isPattern,
  isPlace,
  isPlaceholder,
  isReference,
  isSelfDescribing,
  isText,
  isVersion,
  isWordAndNumber,
  isWordy,
  TECHNICAL,
} from "./value-kinds.ts";

/**
 * How much a value looks like a password that somebody chose or generated: `strong` when hardly anything
 * else is written so, `mixed` when some names are, too, and the place has to speak for it.
 */
export type Look = "none" | "mixed" | "strong";

const MIN_LENGTH = 8;
const MAX_LENGTH = 128;
/** Signs that are inside passwords, and seldom inside names. */
const SIGN = /[!@#$%^&*~§]/;
const OTHER_SIGN = /[+=?/]/;

/** How much a value looks like a password or a key, wherever it is. */
export function lookOf(value: string): Look {
  if (PASSWORD_HASH.test(value)) return "strong";
  if (value.length < MIN_LENGTH || value.length > MAX_LENGTH || /[\s:;"'`\\]/.test(value))
    return "none";
  if (isSomethingElse(value)) return "none";
  if (HEX.test(value)) return "none"; // The sum of a file as well as a key.
  if (isKeyLike(value)) return "strong";
  const letters = value.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 3) return "none";
  if (SIGN.test(value)) return lookWithSign(value);
  if (OTHER_SIGN.test(value)) return lookWithOtherSign(value);
  return isMixed(value) || isScrambled(value) ? "mixed" : "none";
}

/** Two words with a dot between them, which are a member of an object elsewhere: `Archiv.Keller3`. */
const DOTTED = /^[A-Za-z][A-Za-z\d]{1,20}\.[A-Za-z][A-Za-z\d]{2,20}$/;

/** Whether somebody may have chosen a value as a password: where the place can have nothing else. */
export function looksChosen(value: string): boolean {
  if (lookOf(value) !== "none" || isMemorable(value) || isWordAndNumber(value)) return true;
  if (value.length >= 7 && countKinds(value, SIGN) >= 3 && SIGN.test(value))
    return !isSomethingElse(value) && !NAME_WITH_SIGN.test(value);
  if (DOTTED.test(value) && countKinds(value, SIGN) === 3) return !isPlace(value);
  return /\d|[A-Z]/.test(value) && isJoinedWords(value);
}

/** A password as systems keep it: bcrypt, SHA crypt, Argon2 and others. */
const PASSWORD_HASH =
  /^\$(?:2[abxy]|[156y]|argon2\w{0,2}|pbkdf2[\w-]{0,10}|scrypt)\$[\w./$=,+-]{20,200}$/;
const HEX = /^(?:0x)?[0-9a-f]+$/i;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const SHORT_NAME = /(?:^|[-_.])[xhvkilacsprtXHVKILACSPRT]\d{1,4}[a-z]{0,3}(?=$|[-_.])/;
/** Numbers that programs give to what they handle. */
const IDENTIFIER =
  /^(?:call|toolu|msg|req|resp|run|item|rs|fc|chatcmpl|thread|step|evt|page|task|sess|file|user|org|proj|inst)[_@-]/;
/** Three words or more of a program's name, with at most a digit between: `userGetOAuth2Application`. */
const CAMEL_CASE = /^[a-z]{2,20}(?:[A-Z][a-z]{0,20}){1,6}\d?(?:[A-Z][a-z]{1,20}){1,6}$/;
/** A class, by the last word of its name: `MailOAuth2Manager`. */
const CLASS =
  /^[A-Z][A-Za-z0-9]{2,60}(?:Manager|Service|Client|Provider|Handler|Controller|Factory|Config|Error|Exception|Request|Response|Builder|Helper|Interceptor|Logger|Adapter|Backend|Serializer|Middleware)$/;
/** A class as compiled programs name it: `Lokhttp3/HttpUrl$Builder`. */
const COMPILED_CLASS = /^[A-Za-z]\w*(?:[./][A-Za-z_]\w*)+(?:\$\w+)+$/;
const SECOND_FACTOR = /(?:^|[-_.])(?:2fa|mfa|3d)(?:[-_.]|$)/i;

/** Whether a value is plainly no secret: an example, a path, an expression, a number, a pattern, the name of a thing. */
function isSomethingElse(value: string): boolean {
  return (
    isPlaceholder(value) ||
    isPlace(value) ||
    isCode(value) ||
    isAmount(value) ||
    isVersion(value) ||
    (isWordy(value) && !isWordsAndNumber(value)) ||
    isText(value) ||
    isPattern(value) ||
    isReference(value) ||
    IDENTIFIER.test(value) ||
    CAMEL_CASE.test(value) ||
    CLASS.test(value) ||
    COMPILED_CLASS.test(value) ||
    isCountedOut(value) ||
    UUID.test(value) ||
    isExample(value) ||
    isSelfDescribing(value)
  );
}

/** Whether words end in a number that no version is: `Kirschkuchen_88`. */
function isWordsAndNumber(value: string): boolean {
  if (value.length < 12) return false;
  return (
    (/[a-z][-_.]\d\d$/.test(value) && /[A-Z]/.test(value)) ||
    /^(?:[A-Z][a-z]{2,20}[-_.]){2,3}\d$/.test(value)
  );
}

/** What has a sign and is no password: an anchor, a query, a cell of a sheet, a commit, an entity, an address. */
const NAME_WITH_SIGN =
  /=|&\w{0,20};|&&|%[0-9A-Fa-f]{2}|^\w{1,40}![A-Z]{1,3}\d{1,6}$|^[A-Z]+[~^]|^[\w/.-]+[~^]\d{1,3}$|^[^\p{L}\d]|@[\w-]{1,60}\.\w|@v?\d|\/[^#]{0,128}#|^[A-Z\d-]+\$$|^[a-z]?\$[a-z_]/u;

function lookWithSign(value: string): Look {
  const kinds = countKinds(value, SIGN);
  if (NAME_WITH_SIGN.test(value)) return isGenerated(value) ? "strong" : "none";
  if (kinds === 4) return "strong";
  return kinds === 3 && /\d/.test(value) && /[!$^*~%&@]/.test(value) ? "mixed" : "none";
}

/** Whether a value with signs at places of their own is random text. */
function isGenerated(value: string): boolean {
  if (value.length < 10 || countKinds(value, SIGN) < 4) return false;
  if (/%[0-9a-f]{2}|&\w{0,20}[=;]|&&|^[\w.-]{3,40}=/i.test(value)) return false;
  return new Set(value.match(/[!@#$%^&*~+=?§]/g)).size >= 2;
}

/** A sign that parts a name from a value or a folder from a file as well. */
function lookWithOtherSign(value: string): Look {
  if (countKinds(value, OTHER_SIGN) < 4 || /^[\w.-]{3,40}=|^\W|[=?/]$/.test(value)) return "none";
  return "mixed";
}

/** Capitals, small letters and digits in one word as passwords have them: `Orca4Tundra`, `Fjord_Lampe24`. */
function isMixed(value: string): boolean {
  if (!/^[\p{L}\d._-]+$/u.test(value) || countKinds(value, /§/) < 3) return false;
  if (SECOND_FACTOR.test(value)) return false;
  if (TECHNICAL.test(value) || SHORT_NAME.test(value))
    return value.length >= 12 && hasRandomLetters(value);
  const capitals = value.match(/[A-Z]/g)?.length ?? 0;
  const isLeet =
    /[a-z]\d{1,3}[A-Za-z]|^\d{1,3}[A-Za-z]|[-_.]\d{1,4}[a-z]|[a-z]\d{1,3}[-_.][A-Z]/.test(value);
  const isNumbered = /[a-z][-_.]?\d{2,4}$/.test(value);
  if (isLeet || (isNumbered && (capitals > 1 || /[-_.]/.test(value)))) return true;
  if (/^(?:[A-Z][a-z]{2,20}[-_.]){1,3}[A-Z][a-z]{2,20}[-_.]?\d$/.test(value)) return true;
  return value.length >= 10 && (value.match(/[A-Za-z]\d{1,3}(?=[A-Za-z])/g)?.length ?? 0) > 1;
}

/** Whether letters follow each other without sense, in both cases: `gqNHTekuBE`. */
function isScrambled(value: string): boolean {
  if (!/^[A-Za-z]+$/.test(value) || !hasRandomLetters(value)) return false;
  const changes = value.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0;
  return changes >= 3 && /[a-z].*[a-z]/.test(value) && /[A-Z]{2}/.test(value);
}
