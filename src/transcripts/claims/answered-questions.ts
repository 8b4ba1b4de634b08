import { collapseSpace } from "../../base/text/one-line.ts";

/** `"question"="answer"`, as one agent reports what a person chose; both may have quotation marks inside. */
// regex: every repetition is bounded, and the text of an answer has at most 1,500 characters
const PAIR = /(?:^|[:,] )"(.{4,300}?[?？])" ?= ?"(.{2,300}?)"(?=[,.;]|$)/g;
/** "question? Answer: answer". */
// regex: as above
const SINGLE = /^([^?？\n]{4,300}[?？]) Answer: ([^\n]{2,300})$/;
/** Answers that leave the choice to the agent, say nothing alone, or talk about the question in words of their own. */
const EMPTY =
  /^(?:user responded|yes|no|ok|other|skip|none|n\/a|you (?:decide|choose)|up to you|whatever)\b/i;
/** Answers about the moment only. */
const FOR_NOW = /\b(?:yet|for now|right now|not now|now|later)\b/i;
/** Answers that only the options of the question explain. */
const POINTS =
  /^(?:options? [a-z0-9]\b|(?:both|all(?: (?:two|three|four|five))?|neither|either|the (?:first|second|third|last)(?: one)?)(?: of (?:them|these|the above))?(?=$|[,.;]))/i;
/** Questions about how to go on talking or working, in what order and how far: their answers are carried out at once. */
// regex: a question has at most 300 characters
const STEERS =
  /^(?:shall|should) i\b|\b(?:should i (?:write|save|put|run|start|begin|wait|claim|build|implement|work|pick|take)|should we also|would you like (?:me )?to|do you want (?:me )?to|want me to|ready to|more questions|what(?:'s| is) next|discuss|proceed|continue|which (?:approach|option|direction|one)|design direction|areas?|scope|commit(?:ted)?|pull requests?|prs?)\b|問題な[いし]|よろしい|進め|続け|方針|スコープ|範囲|コミット|マージ|プッシュ|プルリクエスト|どこまで|(?:を|から)(?:始め|開始|着手)|继续|开始|提交|合并|推送|方案|范围|先(?:做|修|处理)|需要我|是否需要|要不要/i;

/** The questions of an agent that a person answered, each with its answer as one sentence. */
export function answeredQuestions(request: string): readonly string[] {
  const text = collapseSpace(request);
  const single = SINGLE.exec(text);
  const pairs = single === null ? [...text.matchAll(PAIR)] : [single];
  return pairs.flatMap(([, question = "", answer = ""]) => {
    const plain = answer
      .replace(/^User selected: /, "")
      .replace(/\s?(?:\((?:recommended|default)\)|（推奨）)/i, "")
      .trim();
    const isPassing = [EMPTY, FOR_NOW, POINTS].some((pattern) => pattern.test(plain));
    return isPassing || STEERS.test(question) ? [] : [`${question.trim()} ${plain}`];
  });
}
