/** Counts, without a model, which questions a text answers and which false statements it makes. */
import { type Passage, passagesOf } from "./passages.ts";
import type { Question } from "./role.ts";

/** What a text says about one question. */
export interface Verdict {
  readonly question: Question;
  readonly isAnswered: boolean;
  /** The passages that give a false answer as if it were true. */
  readonly falsehoods: readonly string[];
}

/** The result for all questions of a role. */
export interface Score {
  readonly questions: number;
  readonly answered: number;
  /** Questions with a false answer in the text. */
  readonly misled: number;
  /** Of these, the ones without the right answer beside it. */
  readonly onlyFalse: number;
  readonly verdicts: readonly Verdict[];
}

/** What says that a statement is history. A passage with such a word does not claim that it is still true. */
const PAST =
  /\b(superseded|supersedes|replaced|replaces|no longer|not any more|formerly|previously|used to|withdrawn|revoked|lifted|expired|ended|obsolete|instead of|changed from|was changed|old rule|until then)\b|~~/i;

/** Scores a text against questions that are asked at a time. */
export function scoreText(text: string, questions: readonly Question[], now: string): Score {
  const passages = passagesOf(text);
  const verdicts = questions.map((question) => judge(question, passages, now));
  return {
    questions: questions.length,
    answered: verdicts.filter(({ isAnswered }) => isAnswered).length,
    misled: verdicts.filter(({ falsehoods }) => falsehoods.length > 0).length,
    onlyFalse: verdicts.filter((each) => each.falsehoods.length > 0 && !each.isAnswered).length,
    verdicts,
  };
}

function judge(question: Question, passages: readonly Passage[], now: string): Verdict {
  const falsehoods = (question.false ?? []).flatMap(({ is, unless }) => {
    const marks = unless === undefined ? [PAST] : [PAST, patternOf(unless, now)];
    return passages
      .filter((passage) => matches(passage, is, now))
      .filter(({ all }) => !marks.some((mark) => mark.test(all)))
      .map(({ all }) => all);
  });
  const isAnswered = question.answer.some((parts) =>
    passages.some((passage) => matches(passage, parts, now)),
  );
  return { question, isAnswered, falsehoods };
}

/** The first pattern must be in the passage itself, the others may be in what governs it. */
function matches({ own, all }: Passage, [subject = "", ...rest]: readonly string[], now: string) {
  return patternOf(subject, now).test(own) && rest.every((part) => patternOf(part, now).test(all));
}

const patterns = new Map<string, RegExp>();

function patternOf(source: string, now: string): RegExp {
  const key = `${now} ${source}`;
  const known = patterns.get(key);
  if (known !== undefined) return known;
  const expanded = source.replaceAll(/\{(\d{4}-\d\d-\d\d)\}/g, (_, day: string) =>
    dayForms(day, now),
  );
  const pattern = new RegExp(expanded, "i");
  patterns.set(key, pattern);
  return pattern;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** A day as people write it, or how long ago it was. */
function dayForms(day: string, now: string): string {
  const [, month = "", date = ""] = day.split("-");
  const name = MONTHS[Number(month) - 1];
  const number = Number(date);
  const ages = [0, 1].map(
    (more) => Math.floor((Date.parse(now) - Date.parse(day)) / 86_400_000) - 1 + more,
  );
  const age = ages.filter((days) => days > 0).join("|");
  const ago = age === "" ? [] : [`\\b(?:${age}) ?d(?:ays?)?\\b`];
  return `(?:${[`${month}-${date}`, `\\b0?${number}\\.? ${name}\\w*`, `${name}\\w* 0?${number}\\b`, ...ago].join("|")})`;
}
