import { type Anchors, anchorGroup, anchorStarts } from "../anchors.ts";
import { lookOf } from "../password-look.ts";
import type { Sighting } from "../sighting.ts";
import { isMemorable } from "../value-kinds.ts";

/**
 * Passwords that are an argument of a command or a call which no list names: the place only suggests one,
 * and the value has to look like a password.
 */

const QUOTED = `"(?<double>[^"\\n]{4,200})"|'(?<single>[^'\\n]{4,200})'|q\\{(?<perl>[^{}\\n]{4,200})\\}`;
const BARE = "(?<bare>[^\\s\"'`|;<>\\\\(){},]{6,128})";

/** A place that suggests a password, by a pattern. */
interface Suggestion {
  readonly hints: readonly string[];
  readonly pattern: RegExp;
  /** What the line has besides. */
  readonly cue?: RegExp;
}

/** Options that programs use for a password: after most of them other programs have something else. */
const option: Suggestion = {
  hints: [" -p", " -P", " -w", " -W", " -a", " -A", " -X", " -k", " -b", '"-p"', '"-P"'],
  pattern: new RegExp(
    `(?<=[ \\t"']|\\\\\\r?\\n)-(?:[pPwWaAXkb]|pw)(?![a-z]{2,20}=)(?:["'],)?[ =]{0,2}(?:${QUOTED}|${BARE})`,
    "g",
  ),
};
/** `/p:…`, as programs of Windows take it. */
const slashOption: Suggestion = {
  hints: [" /p", " /P", "-pass"],
  pattern: new RegExp(`(?<=\\s)/(?:p|pw|pwd|pass|password|rp)[: ](?:${QUOTED}|${BARE})`, "gi"),
};
/** A user and a password in one argument: `-u ann,…`, `--user ann:…`, `-U CORP/ann%…`. */
const accountOption: Suggestion = {
  hints: [" -u", " -U", "--user", "--auth", "--login", "--cred", "--proxy-user", "--basic"],
  pattern: new RegExp(
    `(?<=\\s)(?:-[uU]|--(?:user|auth|login|cred|proxy-user|basic)[\\w-]{0,20})[ =]{0,2}["']?[\\w.@\\\\/+$-]{1,64}[:,%](?:${QUOTED}|(?<bare>[^\\s"'\`|;<>\\\\(){}]{6,128}))`,
    "g",
  ),
};
/** What is typed into a form or a prompt; a word for a password has to be before it. */
const typed: Suggestion = {
  hints: [
    "fill(",
    "fill_in",
    "type(",
    "type_text(",
    "end_keys",
    "endKeys(",
    'send "',
    "send '",
    "send -- ",
    "etValue(",
    "et_value(",
    "ypeText(",
    "putText(",
    "sendline(",
  ],
  pattern: new RegExp(
    `(?:\\b(?:fill(?:_in)?|type(?:_text|Text)?|send_?[kK]eys|set_?[vV]alue|inputText|sendline|send)(?:\\(|[ \\t](?:--[ \\t])?))(?:["'][^"'\\n]{1,80}["'],[ \\t]{0,3}(?:with:[ \\t])?)?(?:${QUOTED})`,
    "g",
  ),
};
const PASSWORD_BEFORE =
  /pass(?:word|wort|code|phrase)?\b|pwd\b|assword|contrase|senha|parol|kennwort/i;
const REACH_BEFORE = 160;

const ASKS =
  /pass|login|secret|auth|crypt|luks|sudo|vnc|token|unlock|cred|kinit|keyring|vault|su\b|smb|ssh/i;

/** What is written to the input of a program that asks for a password. */
const piped: Suggestion = {
  hints: ["<<<", "echo ", "printf "],
  pattern: new RegExp(
    `(?:<<<[ \\t]{0,2}|\\b(?:echo|printf)[ \\t]{1,3}(?:-\\w{1,3}[ \\t]{1,3})?(?:["']%s(?:\\\\n)?["'][ \\t]{1,3})?)(?:${QUOTED}|${BARE})`,
    "g",
  ),
  cue: ASKS,
};

/** Words of a call, or of a command, that takes an account; of frequent beginnings only the rest. */
const ACCOUNT_TERMS = [
  "login",
  "log_in",
  "logon",
  "auth",
  "nnect",
  "bind",
  "redential",
  "creds",
  "lient",
  "river",
  "ssion",
  "ccount",
  "user",
  "signin",
  "sign_in",
  "unlock",
  "crypt",
  "pbkdf2",
  "hmac",
  "m_slice",
  "ecurestring",
  "passw",
  "passphrase",
  "alias",
  "gister",
];
anchorStarts("accounts", ACCOUNT_TERMS);
/** The rest of the name of a call, with what opens its arguments. */
const CALL = new RegExp(
  `(?:${ACCOUNT_TERMS.join("|")})\\w{0,20}(?:[ \\t]{0,2}(?:=[ \\t]{0,2})?\\(|[ \\t]{1,2}(?=["']))`,
  "iy",
);
/** Calls whose first argument is a key or a password. */
const KEY_CALL = /mac|slice|crypt|pbkdf|secure|unlock|passw|passph/i;
const MAX_CALL_LENGTH = 400;
/** One literal of a list of arguments. */
const LITERAL = new RegExp(
  `(?<open>[brufBRUF@N]{0,2})(?:${QUOTED}|\`(?<back>[^\`\\n]{4,200})\`)`,
  "g",
);

/** `name/password@host`, as programs of Oracle take an account. */
const ACCOUNT =
  /(?:^|[\s"'`=(])[\w$.]{1,30}\/(?<quote>["']?)(?<secret>[^\s"'`/@:]{6,64})\k<quote>$/;

/** After an address and a user, in a command that sets up an account. */
const POSITIONAL = new RegExp(
  `(?:alias|login|auth|nnect|ccount|gister|user)\\b[^\\n|;&"']{0,60}[ \\t](?:\\w{2,10}:\\/\\/[^\\s"']{3,200}[ \\t]{1,3})?["']?[\\w.@+-]{2,40}["']?[ \\t]{1,3}(?:${QUOTED}|${BARE})`,
  "y",
);
/** What a sentence has, and no command: "to account for …", "the alias of …". */
const PROSE = /[.,] |\b(?:for|of|while|before|after|the|is|are|and)\b/;
/** A user and a password in one text, to be encoded for a header. */
const encoded: Suggestion = {
  hints: ["base64", "b64encode", "btoa(", "Basic"],
  cue: /base64|b64encode|btoa|Basic/,
  pattern:
    /["'`](?!(?:data|npm|https?|[A-Z]|\w{1,10}script):)[\w.@+-]{1,40}:(?<bare>[^\s"'`:]{6,128})["'`]/g,
};
/** A user and a password beside each other: `root / …`. */
const PAIR = " / ";
const BEHIND_PAIR = / \/ ["'`]?(?<bare>[^\s"'`|;<>(){},]{8,128})/y;
const BEFORE_PAIR = /[\s"'`(:][\w.@+-]{2,40}["'`]?$/;
/** With a third part it is a list, such as the lines of a page, and no pair of name and password. */
const FURTHER_PART = /^["'`]? \/ /;
const ACCOUNT_LINE =
  /\b(?:root|admin|administrator|log-?in|user(?:name)?|creds?|credentials?|account|pass\w{0,6}|pwd?|benutzer|usuario|utilisateur|@[\w-]{1,40}\.\w{2,10})\b/i;
const pairGroup = anchorGroup([PAIR]);

/** The same as one word, for the users that systems come with, and for addresses: `admin:…`. */
const account: Suggestion = {
  hints: [
    "root:",
    "dmin:",
    "rator:",
    "user:",
    "ubuntu:",
    "guest:",
    ".com:",
    ".org:",
    ".net:",
    "ogin:",
  ],
  pattern:
    /(?:(?<![\w.-])(?:root|admin|administrator|user|ubuntu|guest)|@[\w-]{1,60}\.(?:com|org|net)):["']?(?!xnu-)(?<bare>[^\s"'`|;<>(){},]{8,128})/g,
};

const suggestions = [option, slashOption, accountOption, account, encoded, piped].map((each) => ({
  ...each,
  group: anchorGroup(each.hints),
}));
const typedGroup = anchorGroup(typed.hints);

/** Values in the arguments of commands and calls that look like passwords. */
export function* findArguments(text: string, anchors: Anchors): Generator<Sighting> {
  yield* findAccounts(text);
  yield* findAfterTerms(text, anchors.startsOf("accounts"));
  if (!anchors.isTelling) return;
  for (const { group, pattern, cue } of suggestions) {
    if (!anchors.contains(group)) continue;
    for (const seen of matches(text, pattern, "command_password")) {
      if (cue === undefined || cue.test(lineAround(text, seen.at))) yield seen;
    }
  }
  if (anchors.contains(typedGroup)) yield* findTyped(text);
  if (anchors.contains(pairGroup)) yield* findPairs(text);
}

function* findTyped(text: string): Generator<Sighting> {
  for (const match of text.matchAll(typed.pattern)) {
    const before = text.slice(Math.max(0, match.index - REACH_BEFORE), match.index + 40);
    if (!PASSWORD_BEFORE.test(before)) continue;
    const seen = judge(text, match, "call_password", { clean: withoutKeys, mayBeWords: true });
    if (seen !== null) yield seen;
  }
}

function* findPairs(text: string): Generator<Sighting> {
  for (let at = text.indexOf(PAIR); at !== -1; at = text.indexOf(PAIR, at + 1)) {
    BEHIND_PAIR.lastIndex = at;
    const seen = judge(text, BEHIND_PAIR.exec(text), "command_password");
    if (seen === null || !BEFORE_PAIR.test(text.slice(Math.max(0, at - 44), at))) continue;
    if (
      FURTHER_PART.test(text.slice(seen.at + seen.secret.length, seen.at + seen.secret.length + 4))
    ) {
      continue;
    }
    if (ACCOUNT_LINE.test(lineAround(text, seen.at))) yield seen;
  }
}

function* matches(text: string, pattern: RegExp, kind: string): Generator<Sighting> {
  for (const match of text.matchAll(pattern)) {
    const seen = judge(text, match, kind);
    if (seen !== null) yield seen;
  }
}

/** The value of a match, if it looks like a password and nobody left its rest out. */
function judge(
  text: string,
  match: RegExpExecArray | null,
  kind: string,
  {
    clean = (value: string) => value,
    mayBeWords = false,
  }: { readonly clean?: (value: string) => string; readonly mayBeWords?: boolean } = {},
): Sighting | null {
  if (match === null) return null;
  const { double, single, perl, bare } = match.groups ?? {};
  const written = double ?? single ?? perl ?? trimmed(bare ?? "");
  const secret = clean(written);
  const at = match.index + match[0].lastIndexOf(written);
  if (
    (lookOf(secret) === "none" && !(mayBeWords && isMemorable(secret))) ||
    /^(?:\.{3}|…)/.test(text.slice(at + secret.length, at + secret.length + 3))
  )
    return null;
  return { kind, secret, at };
}

/** A word without what ends a sentence or a piece of code around it. */
function trimmed(value: string): string {
  return value.replace(/[.,:;?*)\]]{1,8}$/, "");
}

/** What is typed, without the keys that end it: `…\r`, `…{enter}`. */
function withoutKeys(value: string): string {
  return value.replace(/(?:\\[rn]|\{\w{1,12}\}){1,3}$/i, "");
}

function lineAround(text: string, at: number): string {
  const before =
    text
      .slice(Math.max(0, at - 200), at)
      .split("\n")
      .at(-1) ?? "";
  return before + (text.slice(at, at + 200).split("\n", 1)[0] ?? "");
}

/** Arguments after the terms of an account. */
function* findAfterTerms(text: string, places: readonly number[]): Generator<Sighting> {
  let after = 0;
  for (const index of places) {
    if (index < after) continue;
    CALL.lastIndex = index;
    const name = CALL.exec(text)?.[0];
    if (name !== undefined) {
      const from = index + name.length;
      const list = name.endsWith("(") ? argumentList(text, from) : lineFrom(text, from);
      yield* findLiterals(list, from, KEY_CALL.test(name));
      after = from + list.length;
      continue;
    }
    POSITIONAL.lastIndex = index;
    const match = POSITIONAL.exec(text);
    const seen = judge(text, match, "command_password");
    if (seen === null || PROSE.test(match?.[0] ?? "")) continue;
    yield seen;
    after = seen.at + seen.secret.length;
  }
}

/** Literals of a call, after the first: a name or a place comes before a password. */
function* findLiterals(list: string, from: number, isKeyFirst: boolean): Generator<Sighting> {
  let number = 0;
  for (const match of list.matchAll(LITERAL)) {
    const { double, single, perl, back } = match.groups ?? {};
    const secret = double ?? single ?? perl ?? back ?? "";
    const isFirst = number++ === 0 && match.index < 3 && !isKeyFirst;
    const look = lookOf(secret);
    if (look === "none" || (isFirst && look !== "strong")) continue;
    const open = match.groups?.open?.length ?? 0;
    yield {
      kind: "call_password",
      secret,
      at: from + match.index + match[0].indexOf(secret, open + 1),
    };
  }
}

function lineFrom(text: string, from: number): string {
  return text.slice(from, from + MAX_CALL_LENGTH).split("\n", 1)[0] ?? "";
}

/** The arguments of a call up to where its bracket closes, as far as brackets outside of strings show. */
function argumentList(text: string, from: number): string {
  let depth = 1;
  let quote = "";
  const end = Math.min(text.length, from + MAX_CALL_LENGTH);
  for (let at = from; at < end; at++) {
    const character = text.charAt(at);
    if (quote !== "") {
      if (character === "\\") at++;
      else if (character === quote || character === "\n") quote = "";
    } else if (character === '"' || character === "'" || character === "`") quote = character;
    else if (character === "(") depth++;
    else if (character === ")" && --depth === 0) return text.slice(from, at);
    else if (text.startsWith("=> {", at)) return text.slice(from, at); // What is done later is no argument.
  }
  return text.slice(from, end);
}

const MAX_ACCOUNT_LENGTH = 110;

function* findAccounts(text: string): Generator<Sighting> {
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    // What follows is a host, and no version of a package.
    if (!/^@(?!v\d)(?:\/\/)?[A-Za-z][\w.-]{1,60}/.test(text.slice(at, at + 64))) continue;
    const start = Math.max(0, at - MAX_ACCOUNT_LENGTH);
    const match = ACCOUNT.exec(text.slice(start, at));
    const secret = match?.groups?.secret ?? "";
    if (match === null || lookOf(secret) === "none") continue;
    const quote = match.groups?.quote?.length ?? 0;
    yield { kind: "command_password", secret, at: at - quote - secret.length };
  }
}
