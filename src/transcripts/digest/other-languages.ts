/**
 * What sentences of other languages than English are, by a few words that are seldom used otherwise: German,
 * French, Spanish, Russian, Chinese and Japanese. Where no word shows it, a sentence is only weighed less.
 */
import type { FactKind } from "./cues.ts";

/** Latin and Cyrillic letters. All letters there are would make patterns that take long to build. */
const LETTER = "[a-zà-ɏа-яё]";

/** Words of languages with spaces; a `~` matches any ending. */
function words(...alternatives: readonly string[]): string {
  const joined = alternatives.join("|").replaceAll("~", `${LETTER}{0,12}`);
  return `(?<!${LETTER})(?:${joined})(?!${LETTER})`;
}

function pattern(spaced: string, unspaced: string): RegExp {
  return new RegExp(`${spaced}|${unspaced}`, "i"); // regex: a statement has at most 400 characters
}

/** Letters and small words that English has not: most sentences are seen to be English by this alone. */
// regex: a statement has at most 400 characters
const FOREIGN =
  /[À-ɏа-яё\u3040-\u30ff\u4e00-\u9fff]|\b(?:der|die|das|den|und|nicht|ist|ich|les|des|une|est|pas|que|los|las|una|para|por|del|el|le|il|ne)\b/i;

/** What a sentence of another language is; null where no word of it shows it. */
export function kindElsewhere(sentence: string): FactKind | null {
  if (!FOREIGN.test(sentence)) return null;
  return OTHER_CUES.find(([, cue]) => cue.test(sentence))?.[0] ?? null;
}

/** Words that show it, the most telling first. */
const OTHER_CUES: readonly (readonly [FactKind, RegExp])[] = [
  [
    "rejection",
    pattern(
      words(
        "verw[oe]rfen|abgelehnt|stattdessen|anstatt|statt|kommt nicht in frage|nicht mehr",
        "funktioniert nicht|nicht funktioniert|doch nicht",
        "rejet~|écarté~|abandonn~|au lieu de|plutôt que|ne (?:fonctionne|marche) pas|hors de question",
        "rechaz~|descart~|en (?:lugar|vez) de|no funcion~|ya no",
        "отклон~|отказал~|отверг~|вместо|не (?:работает|подходит|сработал~)|больше не",
      ),
      "放弃|拒绝|否决|不再|而不是|行不通|不可行|却下|断念|ではなく|代わりに|使わない",
    ),
  ],
  [
    "decision",
    pattern(
      words(
        "entschieden|entscheidung~|beschlossen|wir nehmen|nehmen wir|nimm|gewählt|bleiben bei|geeinigt",
        "décid~|décision~|choisi~|on (?:prend|utilise|garde|part sur)|nous (?:prenons|utilisons|gardons)",
        "decid~|decisión|elegi~|escog~|vamos a usar|usaremos|optamos por|nos quedamos con",
        "решил~|решено|решение|выбрал~|будем использовать|используем|остановил~ на|перешли на",
      ),
      "决定|选用|采用|改用|确定使用|決め|決定|採用|ことにし|ことにする|方針",
    ),
  ],
  [
    "next",
    pattern(
      words(
        "als nächstes|nächste~ schritt~|noch offen|offen|steht noch aus|fehl(?:t|en) noch|noch nicht",
        "prochaine~ étape~|reste à|il reste|à faire|en attente|pas encore",
        "(?:siguiente|próximo)~ pasos?|queda~ por|pendientes?|todavía no|aún no",
        "следующ~ шаг~|осталось|остаётся|ещё не|пока не|предстоит",
      ),
      "下一步|接下来|待办|尚未|还没|未完成|次は|次に|残り|未対応|まだ",
    ),
  ],
  [
    "constraint",
    pattern(
      words(
        "muss|müssen|darf|dürfen|niemals|immer|höchstens|mindestens|auf keinen fall|bitte nicht|ausschließlich",
        "doi(?:t|vent)|il (?:ne )?faut|jamais|toujours|uniquement|au (?:plus|moins|maximum)|interdit~",
        "debe~|hay que|nunca|siempre|solamente|como (?:máximo|mínimo)|al menos|prohibid~",
        "долж(?:ен|на|но|ны)|нельзя|никогда|всегда|только|не (?:более|менее)|обязательно|запрещ~",
      ),
      "必须|不得|不能|不要|禁止|只能|务必|始终|最多|至少|必ず|しなければ|してはいけ|しないで|のみ",
    ),
  ],
];

/** Beginnings of sentences that announce, offer, or name what is open: true only until the next request. */
const COMING = [
  "soll(?:te)? ich|möchte(?:st|n)|willst du|wenn (?:du|sie)|ich (?:werde|schaue|prüfe|kann|könnte|sehe)",
  "sag(?:en)?|lass|(?:noch )?offen|als nächstes|nächste~ schritt~",
  "voulez-vous|veux-tu|souhaite~|dois-je|je (?:vais|peux|pourrais)|dites-moi|dis-moi|si (?:vous|tu)",
  "reste à|prochaine~ étape~",
  "quiere~|debo|voy a|puedo|podría|dime|si quieres|pendientes?|(?:siguiente|próximo)~ pasos?",
  "хотите|хочешь|могу|я (?:сейчас|могу|проверю|посмотрю|сделаю)|если (?:хотите|хочешь|нужно)",
  "дайте знать|осталось|следующ~ шаг~",
];
const ANNOUNCEMENT = new RegExp(
  // regex: anchored, and a statement has at most 400 characters
  `^\\W{0,20}(?:${words(...COMING)}|要不要|需要我|是否需要|我(?:会|将|可以|先)|如果[你您]|接下来|下一步|待办|让我|よろしければ|必要であれば|次は|次に|これから)|(?:ましょうか|ますか)[。！？]?$`,
  "i",
);

/** Whether a sentence announces, offers or names what is still open. */
export function announcesElsewhere(text: string): boolean {
  return FOREIGN.test(text) && ANNOUNCEMENT.test(text);
}
