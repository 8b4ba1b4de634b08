import { prefixMap, termSet } from "./vocabulary.ts";

/** Words that negate their clause, in the languages that are written most. */
const NEGATIONS = termSet(
  "not no never none neither nor cannot nobody nothing nowhere ❌ ✗",
  "nicht kein keine keinen keinem keiner keines nie niemals weder nichts niemand",
  "ne n pas jamais aucun aucune rien non",
  "nunca jamás ningún ninguna ninguno nada nadie tampoco ni",
  "não jamais nenhum nenhuma ninguém nem",
  "mai nessun nessuno nessuna niente nulla né",
  "niet geen nooit niemand niets",
  "nie nigdy żaden żadna żadne żadnych nikt nic brak",
  "değil yok asla hiçbir",
  "не нет ни никогда нельзя никто ничего нету ні ніколи немає",
  "नहीं न ना मत नही",
  "لا ليس ليست لم لن غير عدم نه نیست",
  "tidak bukan jangan belum không chưa đừng inte aldrig ingen inga inget ikke aldri není nikdy",
  "안 못",
);

/** Words that negate what follows them up to the end of the clause: "without network access". */
const EXCLUDING_WORDS = termSet(
  "without ohne sans sin sem senza zonder bez без बिना بدون بلا دون tanpa utan uden uten statt anstatt anstelle вместо zamiast yerine बजाय بدلا",
);

/** Verbs and adjectives that turn down what their clause is about. */
const REFUSALS = prefixMap(
  [
    "reject*",
    "avoid*",
    "abandon*",
    "forbid*",
    "forbad*",
    "prohibit*",
    "ban",
    "banned",
    "bans",
    "disallow*",
    "drop",
    "dropped",
    "drops",
    "dropping",
    "stop",
    "stops",
    "stopped",
    "refus*",
    "deprecat*",
    "discard*",
    "declin*",
    "discontinu*",
    "den[y]",
    "denied",
    "veto*",
    "scrap",
    "scrapped",
    "ditch*",
    "shelved",
    "retired",
    "sunset*",
    "removed",
    "lack",
    "lacks",
    "skip",
    "skips",
    "skipped",
    "prevent*",
    "oppos*",
    "against",
    "obsolete",
    "banish*",
    "verworfen",
    "verwerf*",
    "abgelehnt*",
    "ablehn*",
    "lehnen",
    "verboten*",
    "verbiet*",
    "vermeid*",
    "gestrichen",
    "abgeschafft",
    "rejet*",
    "refus*",
    "interdi*",
    "évit*",
    "abandonn*",
    "écart*",
    "proscri*",
    "rechaz*",
    "descart*",
    "prohib*",
    "evit*",
    "abandon*",
    "rejeit*",
    "proib*",
    "rifiut*",
    "scart*",
    "vietat*",
    "vieta",
    "abbandon*",
    "proibi*",
    "verworpen",
    "afgewezen",
    "verboden",
    "vermijd*",
    "odrzuc*",
    "zabron*",
    "unika*",
    "zakaz*",
    "reddet*",
    "reddedildi",
    "yasak*",
    "kaçın*",
    "vazgeç*",
    "отказ*",
    "отверг*",
    "отклон*",
    "запрещ*",
    "запрет*",
    "избега*",
    "отмен*",
    "अस्वीकार*",
    "मना",
    "वर्जित",
    "निषिद्ध",
    "رفض*",
    "رفضنا",
    "ممنوع",
    "يمنع",
    "تجنب",
    "استبعد*",
    "거부*",
    "금지*",
    "기각*",
    "폐기*",
    "피하*",
    "포기*",
    "중단*",
  ].map((term) => [term.replace("[y]", "y"), true] as const),
);

/** Negation inside a word: Turkish verbs, Korean endings, Japanese endings, one Chinese character. */
const INNER_NEGATION =
  /m[ıiuü]yor|(?:maz|mez|madı|medi|mamalı|memeli|mayacak|meyecek|madan|meden)$|않|없|아니|아닌|지 ?말|ません|ない|なかった|ずに|なし$/u;
const HAN_NEGATIONS = new Set("不没沒无無未非勿莫禁");
const HAN_REFUSALS =
  /放弃|放棄|拒绝|拒絕|避免|避け|弃用|取消|否决|却下|廃止|やめ|而不是|代替|の代わり/u;
/** Words in which the character negates nothing. */
const HAN_HARMLESS = /不同|非常|未来|未來|不断|不仅|不僅|無料|少ない|区别|無線|无线/gu;
/** Words of several Chinese characters that turn down, or that only look as if they negated. */
export const NEGATING_TERMS: readonly string[] = [HAN_REFUSALS, HAN_HARMLESS].flatMap(
  ({ source }) => source.split("|").filter((term) => /^\p{Script=Han}{2,}$/u.test(term)),
);

/** Phrases that contain a negation and negate nothing, or turn something down without one. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:nobody|no one|none|nothing) but\b/g, "only"],
  [/\bno one\b/g, "nobody"],
  [/\bturn(?:ed)? (?:it|them|this|that) down\b/g, "rejected"],
  [/(?<=\d) ([ap])\.?m\b/g, "$1m"],
  [/\b(?:no|not) (?:more|later|longer) than\b/g, "at-most"],
  [/\b(?:no|not) (?:less|fewer|earlier) than\b/g, "at-least"],
  [/\bup to\b|\bat most\b/g, "at-most"],
  [/\bat least\b/g, "at-least"],
  [/\bnot (?:only|just)\b/g, "also"],
  [/\bwhether or not\b/g, "whether"],
  [/\bno longer\b|\bnot any ?more\b|\bused to\b/g, "not"],
  [
    /\b(?:ruled out|phased out|mov(?:e|ed|ing) (?:away from|off)|migrated (?:away from|off)|g[ai]ve up on|stay away from|got rid of|get rid of|out of scope|out of the question|off the table|not an option|decided against|turned down)\b/g,
    "rejected",
  ],
  [/\b(?:instead of|rather than|in place of)\b/g, "without"],
  [/\bau lieu de\b/g, "sans"],
  [/\ben (?:lugar|vez) de\b/g, "sin"],
  [/\bem vez de\b/g, "sem"],
  [/\binvece di\b/g, "senza"],
  [/\bin plaats van\b/g, "zonder"],
  [/\bin progress\b/g, "in-progress"],
  [/\bin arbeit\b|\bläuft noch\b/g, "in-progress"],
  [/\ben cours\b/g, "in-progress"],
  [/\bem andamento\b/g, "in-progress"],
  [/\ben curso\b/g, "in-progress"],
  [/\bin corso\b/g, "in-progress"],
  [/\bw toku\b|\bdevam ediyor\b/g, "in-progress"],
  [/в процессе/g, "in-progress"],
  [/\bopt[- ]in\b/g, "opt-in"],
  [/\bopt[- ]out\b/g, "opt-out"],
];

/** Replaces phrases whose words mislead one by one. The text is lower-cased. */
export function unfoldPhrases(text: string): string {
  return PHRASES.reduce((changed, [phrase, plain]) => changed.replace(phrase, plain), text);
}

/** How a word bears on the sense of its clause; null for most words. */
export type NegationKind = "negation" | "excluding" | "refusal" | null;

/** Portuguese writes "no" for "in the". */
const PORTUGUESE = /[ãõ]|(?:^|\s)(?:os|um|uma|é|do|da|em)(?:\s|$)/u;

/** Finds the words of a text that negate. */
export function negationFinder(text: string): (word: string) => NegationKind {
  const isPortuguese = PORTUGUESE.test(text);
  return (word) => {
    if (word === "no" && isPortuguese) return null;
    if (NEGATIONS.has(word) || INNER_NEGATION.test(word)) return "negation";
    if (EXCLUDING_WORDS.has(word)) return "excluding";
    return REFUSALS.get(word).length > 0 ? "refusal" : null;
  };
}

/** Whether a run of Chinese or Japanese negates or turns down, and how. */
export function ideographicNegation(text: string): NegationKind {
  const plain = text.replace(HAN_HARMLESS, "");
  if (HAN_REFUSALS.test(plain)) return "refusal";
  return [...plain].some((each) => HAN_NEGATIONS.has(each)) ? "negation" : null;
}
