/** Units by name, as multiples of a base unit. Names of several languages, because the base decides. */
const UNITS: ReadonlyMap<string, readonly [base: string, factor: number]> = new Map(
  (
    [
      ["s", 0.001, "ms millisecond milliseconds millis"],
      [
        "s",
        1,
        "s sec secs second seconds sekunde sekunden seconde secondes segundo segundos secondo secondi секунда секунды секунд saniye seconden sekund सेकंड ثانية ثوان 秒 초",
      ],
      [
        "s",
        60,
        "min mins minute minutes minuten minuto minutos minuti минута минуты минут dakika minuut minut मिनट دقيقة دقائق 分钟 分鐘 分 분",
      ],
      [
        "s",
        3600,
        "h hr hrs hour hours stunde stunden heure heures hora horas ora ore час часа часов saat uur godzin घंटे ساعة ساعات 小时 小時 時間 시간",
      ],
      [
        "s",
        86_400,
        "d day days tag tage tagen jour jours día días dia dias giorno giorni день дня дней gün dag dagen dni दिन يوم أيام 天 일",
      ],
      [
        "s",
        604_800,
        "week weeks woche wochen semaine semaines semana semanas settimana settimane неделя недели недель hafta weken tygodni 周 週間 주",
      ],
      [
        "mo",
        1,
        "month months monat monate monaten mois mes meses mese mesi месяц месяца месяцев ay महीने 个月 ヶ月 개월",
      ],
      [
        "mo",
        12,
        "year years jahr jahre jahren an ans année años año ano anos anno anni год года лет yıl साल 年 년",
      ],
      ["b", 1, "b byte bytes"],
      ["b", 1000, "kb kilobyte kilobytes"],
      ["b", 1e6, "mb megabyte megabytes"],
      ["b", 1e9, "gb gigabyte gigabytes"],
      ["b", 1e12, "tb terabyte terabytes"],
      ["b", 1024, "kib"],
      ["b", 1024 ** 2, "mib"],
      ["b", 1024 ** 3, "gib"],
      ["%", 1, "% percent prozent"],
    ] as const
  ).flatMap(([base, factor, names]) =>
    names.split(" ").map((name): [string, [string, number]] => [name, [base, factor]]),
  ),
);

/** Whether a word measures: "week", "MB". */
export const isUnit = (word: string) => UNITS.has(word);

const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  [
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
    "null - zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "zéro - deux trois quatre cinq six sept huit neuf dix onze douze",
    "cero - dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "- - dois três quatro cinco seis sete oito nove dez onze doze",
    "- - due tre quattro cinque sei sette otto nove dieci undici dodici",
    "ноль один два три четыре пять шесть семь восемь девять десять",
    "〇 一 二 三 四 五 六 七 八 九 十",
  ].flatMap((list) =>
    list
      .split(" ")
      .flatMap((word, value): [string, number][] => (word === "-" ? [] : [[word, value]])),
  ),
);
const LARGE_NUMBERS = new Map([
  ["thirty", 30],
  ["forty", 40],
  ["fifty", 50],
  ["sixty", 60],
  ["seventy", 70],
  ["eighty", 80],
  ["ninety", 90],
  ["hundred", 100],
  ["thousand", 1000],
  ["million", 1e6],
  ["once", 1],
  ["twice", 2],
  ["half", 0.5],
]);

/** Ambiguous with an ordinary word of another language: no number on their own. */
const NOT_ALONE = new Set(["once", "doce", "due", "sei", "null", "acht", "six", "dix", "一"]);

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;
const THOUSANDS = /^\d{1,3}(?:[,\u202f']\d{3})+$/;

/** A number as it is compared: its text and, where it is one plain number, its value. */
export interface Quantity {
  readonly key: string;
  /** What is measured: seconds, bytes; empty for a bare number. */
  readonly base: string;
}

/** The quantity of a number and the word after it; null when the word is no number. */
export function quantityOf(
  word: string,
  next: string,
): { readonly quantity: Quantity; readonly hasUnit: boolean } | null {
  const isDigits = /^[v-]?\d/.test(word);
  const value = numberOf(word);
  if (!isDigits && (value === null || (NOT_ALONE.has(word) && word !== "once" && word !== "six"))) {
    return null;
  }
  const glued = isDigits ? /^(\d+(?:\.\d+)?)(\p{L}+|%)$/u.exec(word) : null;
  const unit = UNITS.get(glued?.[2] ?? next);
  const amount = glued === null ? value : Number(glued[1]);
  if (unit !== undefined && amount !== null) {
    const quantity = { key: `${amount * unit[1]} ${unit[0]}`, base: unit[0] };
    return { quantity, hasUnit: glued === null };
  }
  // A bare number with a point may be a version: 3.1 is not 3.10.
  const key = value === null || word.includes(".") ? word.replace(/^v/, "") : String(value);
  return { quantity: { key, base: "" }, hasUnit: false };
}

/** Whether one bare number, read as a version, says more than the other: "16", "16.2". */
export function isPartOfVersion(left: string, right: string): boolean {
  return left.startsWith(`${right}.`) || right.startsWith(`${left}.`);
}

/** Whether two bare numbers may mean the same: a version and a part of it, "1.5" and "1.50" as amounts. */
export function mayBeSame(left: string, right: string): boolean {
  return isPartOfVersion(left, right) || Number(left) === Number(right);
}

/** One of a unit: "a week" is "1 week". */
export function singleUnit(word: string): Quantity | null {
  const unit = word.length < 3 ? undefined : UNITS.get(word);
  return unit === undefined ? null : { key: `${unit[1]} ${unit[0]}`, base: unit[0] };
}

function numberOf(word: string): number | null {
  if (PLAIN_NUMBER.test(word)) return Number(word);
  if (THOUSANDS.test(word)) return Number(word.replace(/[^\d]/g, ""));
  return NUMBER_WORDS.get(word) ?? LARGE_NUMBERS.get(word) ?? null;
}
