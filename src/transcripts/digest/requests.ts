import { isConsent, isProgramCommand, withoutEditorContext } from "../../model/typed-request.ts";
import { statementsOf } from "./sentences.ts";

/** Marks that agents put into what a person typed. */
// regex: every repetition is bounded
const MARKS =
  /<image\b[^>]{0,200}>|<\/image>|\[Image #\d{1,6}\]|\[Request interrupted by user[^\]]{0,60}\]|<\/?(?:user_query|user_message|command-[a-z]+)>/gi;

/** A block that a program puts before what a person typed: a skill, or its name has a dash or an underscore. */
// regex: anchored, and every repetition is bounded
const BLOCK = /^\s{0,40}<(skill|[a-z]{1,30}[_-][a-z_-]{1,40})(?:\s[^>]{0,400})?>/i;

/** What a person typed, without the marks and blocks of the agent; empty when nothing is left. */
export function requestText(text: string): string {
  let rest = text;
  for (let name = BLOCK.exec(rest)?.[1]; name !== undefined; name = BLOCK.exec(rest)?.[1]) {
    const end = rest.indexOf(`</${name}>`);
    rest = end < 0 ? "" : rest.slice(end + name.length + 3);
  }
  const typed = withoutEditorContext(rest).replaceAll(MARKS, "").trim();
  return INJECTED.test(typed) ? "" : typed;
}

/** A message of a teammate, as Claude Code gives it. */
// regex: the text is cut before, and nothing in a tag is a ">"
const TEAMMATE = /<teammate-message\b[^>]{0,400}>|<\/teammate-message>/gi;
const MAX_ASSIGNMENT = 64 * 1024;

/** What teammates wrote in words, without what their programs report as JSON. */
export function assignmentIn(text: string): string {
  return text
    .slice(0, MAX_ASSIGNMENT)
    .split(TEAMMATE)
    .map((part) => part.trim())
    .filter((part) => part !== "" && !part.startsWith("{"))
    .join("\n\n");
}

/** Messages that an agent writes in its user's name. */
const INJECTED =
  /^(?:\{"task_id":"|Base directory for this skill:|Caveat: The messages below|This session is being continued from a previous conversation)/;

/** Longer messages contain something pasted, unless it is all in one paragraph. */
const MAX_TYPED_LENGTH = 700;
/** The most of a paragraph that counts as typed: of one on several lines, and of one that was never broken. */
const MAX_PARAGRAPH = 400;
const MAX_UNBROKEN = 2000;

/**
 * What a person wrote themselves: of a long message the paragraph that it begins with and the one that it
 * ends with. What lies between is mostly pasted: a page, a log, somebody's review.
 */
export function typedText(request: string): string {
  if (request.length <= MAX_TYPED_LENGTH) return request;
  const paragraphs = paragraphsOf(request);
  const first = paragraphs[0] ?? "";
  const last = paragraphs.at(-1) ?? "";
  const begin = [beginningOf(paragraphs), first, first.split("\n", 1)[0] ?? ""];
  const own = [
    ...begin.filter(isProse).slice(0, 1),
    ...(paragraphs.length > 1 && isProse(last) ? [last] : []),
  ];
  if (own.length === 0) return `${(first || request).slice(0, MAX_PARAGRAPH / 2)} …`;
  return own
    .map((each) => each.slice(0, each.includes("\n") ? MAX_PARAGRAPH : MAX_UNBROKEN))
    .join(" … ");
}

/** How much of a pasted text the line that introduces it is completed with. */
const MAX_INTRODUCED = 240;
const MAX_INTRODUCTION = 100;

/** "Implement the following plan:" asks for nothing without the title of the plan; empty when nothing is introduced. */
function beginningOf([first = "", ...more]: readonly string[]): string {
  if (!first.endsWith(":") || first.length > MAX_INTRODUCTION || /[\n.!?]/.test(first)) return "";
  const lines: string[] = [];
  let left = MAX_INTRODUCED;
  for (const line of more
    .join("\n")
    .slice(0, 4 * MAX_INTRODUCED)
    .split("\n")) {
    // regex: a line of at most 960 characters
    const own = line.replace(/^[\s#>*_`=-]+(?:\d+[.)]\s)?|^\s*\d+[.)]\s/, "").trim();
    left -= own.length + 1;
    if (left < 0) break;
    if (own !== "") lines.push(own);
    // Titles and introductions are completed by what follows them.
    if (/[.!?。！？]$/.test(own)) break;
  }
  while (lines.at(-1)?.endsWith(":")) lines.pop();
  return lines.length === 0 ? "" : `${first} ${lines.join("; ").replaceAll(":;", ":")}`;
}

function paragraphsOf(request: string): readonly string[] {
  return request.split(/\n\s*\n/).map((each) => each.trim());
}

/** Prose; a list, code or a quotation was put together elsewhere. */
function isProse(paragraph: string): boolean {
  // A person types on in one line; long text on several lines was pasted.
  if (paragraph.length > (paragraph.includes("\n") ? MAX_TYPED_LENGTH : MAX_UNBROKEN)) return false;
  // regex: a longer paragraph is refused before
  if (/^\s*(?:[-*>|{<#]|\d+(?:[.)]|\s[-:|]))/m.test(paragraph)) return false;
  return statementsOf(paragraph).length > 0;
}

/** Whether a statement is nothing but a path or an address, such as that of a picture. */
export function isBarePath(statement: string): boolean {
  // regex: a statement has at most 400 characters
  return /^["'`(]?(?:~?\/|file:|https?:\/\/|[A-Za-z]:\\)[^\n]*\.\w{2,5}["'`)]?$/.test(
    statement.trim(),
  );
}

/** The place of the request that the work began with: the first that asks for something. */
export function firstRequest(requests: readonly string[]): number {
  const found = requests.findIndex(
    (request) => request !== "" && !isConsent(request) && !isProgramCommand(request),
  );
  return Math.max(0, found);
}

const REFUSAL =
  /^(?:(?:no|nah|na|nope|not now|nein|nee|non|não|nie|нет)(?![\p{L}\p{N}])|いいえ|不|아니)/iu;

/** Whether a request begins with a no. */
export function isRefusal(request: string): boolean {
  return REFUSAL.test(request.trim());
}

// regex: 400 characters of a request are looked at
const DISPUTE =
  /^(?:not|stop|wrong|wait|why|hmm+|actually|but|horrible|instead|undo|revert|way too|that'?s (?:not|wrong)|it'?s (?:not|wrong))\b|\b(?:does ?n[o']?t|did ?n[o']?t|is ?n[o']?t|not) work|\bdoesnt\b|\bwrong\b|\bcomplicat|\bover-?engineer|\boverkill\b|\btoo (?:much|early|heavy|complex)\b|\b(?:revert|undo|take (?:it|that) back)\b/i;
/** The same in other languages that are written most. */
// regex: as above
const DISPUTE_ELSEWHERE =
  /^(?:nicht|falsch|stimmt nicht|warte|pas|attends|espera|неправильно|подожди|стоп)(?!\p{L})|(?:funktioniert|geht|klappt) (?:so )?nicht|rückgängig|ne (?:marche|fonctionne) pas|annule|no funciona|está mal|deshaz|não funciona|está errado|desfaz|не работает|отмени|不对|错了|不行|撤销|違う|違います|動かない|動きません|間違|틀렸|안 돼|안돼/iu;
const SHORT = 80;

/** Whether a request disputes or corrects what the agent said last. */
export function isDispute(request: string): boolean {
  const text = request.trim().slice(0, 400);
  const isDisputed = DISPUTE.test(text) || DISPUTE_ELSEWHERE.test(text);
  return isRefusal(text) || isDisputed || (text.length < SHORT && /\bstill\b/i.test(text));
}
