import { type Anchors, anchorGroup } from "../anchors.ts";
import type { Sighting } from "../sighting.ts";
import { isPlace, isPlaceholder, isSelfDescribing } from "../value-kinds.ts";

/** Programs that take a password after a flag, or as an operand, which no name gives away. */
interface CommandForm {
  /** A word of the program's name, to pass over all other texts quickly. */
  readonly program: string;
  /** From the program's name to the secret; on one line, bounded. */
  readonly pattern: RegExp;
  /** A word that the command has besides when the value is a secret. */
  readonly option?: string;
}

/** The rest of a command, also on further lines. */
const REST = "(?:[^\\n|;&\\\\]|\\\\[^|;&]){0,400}?";
const VALUE =
  "(?:\"(?<quoted>[^\"\\n]{3,512})\"|'(?<single>[^'\\n]{3,512})'|(?<bare>[^\\s\"'`|;&]{3,512}))";

function command(program: string, flag: string): CommandForm {
  const words = program.split(" ");
  const name = words.join("\\s{1,4}");
  const source = `(?<![\\w-])${name}\\w{0,8}(?:\\.exe)?[ \\t]${REST}(?<=\\s)${flag}${VALUE}`;
  // Of several words, the longest is in the fewest other texts.
  const telling = words.toSorted((left, right) => right.length - left.length)[0] ?? program;
  return { program: telling, pattern: new RegExp(source, "g") };
}

/** Facts about the programs, from their manuals. */
const forms: readonly CommandForm[] = [
  command("curl", "(?:-u|--user|--proxy-user)[ =]?[^\\s:\"']{1,64}:"),
  command("curl", "(?:-u|--user|--proxy-user)[ =]?[\"'][^\\s:\"']{1,64}:"),
  command("wget", "--(?:http-|ftp-|proxy-)?password[ =]"),
  command("http", "(?:-a|--auth)[ =]?[^\\s:\"']{1,64}:"),
  command("http", "[\\w.-]{0,40}(?:key|token|secret|password)=="),
  command("mysql", "-p"),
  command("mariadb", "-p"),
  command("sshpass", "-p ?"),
  command("redis-cli", "(?:-a|--pass)[ =]"),
  command("mongosh", "(?:-p|--password)[ =]"),
  command("mongo", "(?:-p|--password)[ =]"),
  command("htpasswd", "-[a-zA-Z]{0,4}b[a-zA-Z]{0,4} \\S{1,200} \\S{1,64} "),
  command("openssl", "-(?:pass|passin|passout) pass:"),
  command("openssl", "-k "),
  command("docker login", "(?:-p|--password)[ =]"),
  command("helm registry login", "(?:-p|--password)[ =]"),
  command("az login", "(?:-p|--password)[ =]"),
  command("bundle config", "[\\w.-]{3,100} [^\\s:]{1,64}:"),
  command("lftp", "-u ?[^\\s,]{1,64},"),
  command("ldapsearch", "-w "),
  command("zip", "-P ?"),
  command("unzip", "-P ?"),
  command("7z", "-p"),
  command("smbclient", "-U ?[^\\s%]{1,64}%"),
  command("net user", "[^\\s/]{1,64} "),
  command("gh secret set", "(?:-b|--body)[ =]?"),
  command("snyk auth", ""),
  command("netlify", "--auth[ =]"),
  command("pulumi config set", "--secret \\S{1,100} "),
  command("eas secret:create", "--value[ =]"),
  command("doppler secrets set", "[A-Z][A-Z0-9_]{0,80} "),
  command("net use", "\\\\\\\\[^\\s/]{1,200} (?!/)"),
  command("net use", "/user:\\S{1,64} "),
  command("sqlcmd", "-P ?"),
  command("influx", "(?:-t|--token)[ =]"),
  command("vault login", ""),
  command("rabbitmqctl", "(?:add_user|change_password) \\S{1,64} "),
  command("security add-generic-password", "-w "),
  command("security add-internet-password", "-w "),
  command("keytool", "-(?:storepass|keypass) "),
  command("jarsigner", "-(?:storepass|keypass) "),
  { ...command("aws ssm put-parameter", "--value[ =]"), option: "SecureString" },
  command("aws secretsmanager", "--secret-string[ =]"),
  command("az keyvault secret set", "--value[ =]"),
  command("machine", "login\\s\\S{1,200}\\spassword\\s"),
];

/** A form that belongs to no program of the list. */
interface OtherForm {
  /** Whether a text can have one: to know that there is none, the pattern itself would take much longer. */
  isPossible(text: string): boolean;
  readonly pattern: RegExp;
}

const otherForms: readonly OtherForm[] = [
  {
    // `user:password` piped into chpasswd, and the like.
    isPossible: (text) => text.includes("chpasswd"),
    pattern:
      /\becho\s+["']?[a-z_][\w-]{0,31}:(?<bare>[^\s"'|:]{4,128})["']?\s*\|\s*(?:sudo\s+)?chpasswd/g,
  },
  {
    // A password that is written to a program which asks for it.
    isPossible: (text) => text.includes("sudo"),
    pattern: /\becho\s{1,4}["']?(?<bare>[^\s"'|]{4,128})["']?\s{0,4}\|\s{0,4}sudo\s{1,4}-\w{0,4}S/g,
  },
  {
    // The same, to a program that keeps secrets.
    isPossible: (text) => /secret|vercel env add|login|cryptsetup/.test(text),
    pattern:
      /\b(?:echo|printf)\s{1,4}(?:-n\s{1,4})?(?:"(?<quoted>[^"\n]{4,256})"|'(?<single>[^'\n]{4,256})'|(?<bare>[^\s"'|]{4,256}))\s{0,4}\|\s{0,4}(?:npx\s{1,4})?(?:docker secret create|podman secret create|gcloud secrets|gh secret set|wrangler secret put|vercel env add|(?:docker|podman|helm registry) login|(?:gh|glab) auth login|cryptsetup)\b/g,
  },
  {
    isPossible: (text) => text.includes("<<<"),
    pattern:
      /\b(?:gcloud secrets|gh secret set|gh auth login|wrangler secret put|vercel env add|docker secret create)\s[^\n|;&]{1,200}?<<<\s{0,2}(?:"(?<quoted>[^"\n]{4,256})"|'(?<single>[^'\n]{4,256})'|(?<bare>[^\s"'|]{4,256}))/g,
  },
  {
    // SQL says it without a sign between the words and the value.
    isPossible: (text) => /identified/i.test(text),
    pattern:
      /\bidentified(?<=\b(?:user|role|grant)\b[^;]{1,200})\s{1,4}(?:with\s{1,4}\w{1,40}\s{1,4})?by\s{1,4}(?:'(?<single>[^'\n]{4,128})'|"(?<quoted>[^"\n]{4,128})")/gi,
  },
  {
    // The settings of a network device or an installer.
    isPossible: (text) => /\benable secret |\bpassword [07] |-server community |rootpw /.test(text),
    pattern:
      /(?:\benable (?:secret|password)(?: level \d{1,2})? (?:[0579] )?|\busername \S{1,64} [^\n]{0,60}\b(?:secret|password) [0579] |\bsnmp-server community |^\s{0,8}rootpw (?:--plaintext )?)(?!--)(?<bare>[^\s"']{4,128})/gm,
  },
  {
    // The account of a connection, a line for its user and one for its password.
    isPossible: (text) => text.includes("<auth-user-pass>"),
    pattern: /<auth-user-pass>\s{1,4}\S{1,64}[ \t]{0,4}\r?\n(?<bare>\S{4,128})[ \t]{0,4}\r?\n/g,
  },
  {
    // The account for a mail server: `[mail.example.org]:587 user:password`.
    isPossible: (text) => /\]:\d{2,5}[ \t]/.test(text),
    pattern: /^\[[\w.-]{3,100}\]:\d{2,5}[ \t]{1,8}[^\s:]{2,100}:(?<bare>\S{4,128})$/gm,
  },
  {
    isPossible: (text) => /\bpoll /.test(text),
    pattern: /\bpoll [^\n]{1,120}\bpass(?:word)? ["'](?<quoted>[^"'\n]{4,128})["']/g,
  },
  {
    // A mail or database file with one account a line: `host:port:database:user:password`.
    isPossible: (text) => /:(?:\d{2,5}|\*):/.test(text),
    pattern: /(?<=^[\w.*-]{1,100}):(?:\d{2,5}|\*):[\w*-]{1,63}:[\w*-]{1,63}:(?<bare>\S{4,128})$/gm,
  },
];

/** Forms by the literal that each of their texts contains. */
const programs = [...Map.groupBy(forms, ({ program }) => program)].map(([program, of]) => {
  return { group: anchorGroup([program]), forms: of };
});
/** What else makes a text worth a look, as it is written in one. */
const otherGroup = anchorGroup([
  "chpasswd",
  "docker secret ",
  "podman secret ",
  "gcloud secrets ",
  "gh secret ",
  "wrangler secret ",
  "vercel env ",
  " auth login",
  "cryptsetup ",
  "sudo ",
  "identified ",
  "IDENTIFIED ",
  "enable secret",
  "enable password",
  "password 0 ",
  "password 7 ",
  "-server community",
  "rootpw ",
  "auth-user-pass",
  "]:587 ",
  "]:465 ",
  "]:25 ",
  "poll ",
  ":5432:",
  ":*:",
]);

/** Passwords after a flag of a program that is known to take one there. */
export function* findCommandValues(text: string, anchors: Anchors): Generator<Sighting> {
  if (!anchors.isTelling) return;
  let isNamed = anchors.contains(otherGroup);
  for (const { group, forms } of programs) {
    if (!anchors.contains(group)) continue;
    isNamed = true;
    for (const { pattern, option } of forms) yield* sightings(text, pattern, option);
  }
  if (!isNamed) return;
  for (const { isPossible, pattern } of otherForms) {
    if (isPossible(text)) yield* sightings(text, pattern);
  }
}

function* sightings(text: string, pattern: RegExp, option = ""): Generator<Sighting> {
  for (const match of text.matchAll(pattern)) {
    if (!commandAt(text, match.index).includes(option)) continue;
    const { quoted, single, bare } = match.groups ?? {};
    const secret = quoted ?? single ?? bare ?? "";
    if (secret === "" || isNoPassword(secret)) continue;
    const at = match.index + match[0].lastIndexOf(secret);
    yield { kind: "command_password", secret, at };
  }
}

/** A command from its beginning, also on further lines. */
function commandAt(text: string, at: number): string {
  return text.slice(at, at + MAX_COMMAND_LENGTH).split(/(?<!\\)\n|[|;&]/, 1)[0] ?? "";
}

const MAX_COMMAND_LENGTH = 1000;

function isNoPassword(value: string): boolean {
  if (/^[0-9a-f]{1,4}(?::[0-9a-f]{0,4}){1,7}$/i.test(value)) return true; // A part of the address of a machine.
  return value.startsWith("-") || isPlaceholder(value) || isPlace(value) || isSelfDescribing(value);
}
