/** Files of later months at the rate of the first: knowledge, projects, reports, and limits that are moved. */
import {
  choicesOf,
  FIRST_DAY,
  facts,
  LAST_DAY,
  peopleOf,
  placeOf,
  type Scene,
  type TimedQuestion,
  timeAt,
} from "./later-facts.ts";
import type { LifeEvent } from "./life.ts";
import type { Role } from "./role.ts";

/** Everything that people write besides decisions. */
export function laterTexts(role: Role): Scene {
  const scenes = [knowledge(role), incoming(role), limits(role), projects(role), reports(role)];
  return {
    events: scenes.flatMap(({ events }) => events),
    asked: scenes.flatMap(({ asked }) => asked),
  };
}

function knowledge(role: Role): Scene {
  const events: LifeEvent[] = [];
  const asked: TimedQuestion[] = [];
  for (const [index, [name, title, sentence]] of facts.texts.entries()) {
    const at = timeAt(role, FIRST_DAY + 4 + index * 30, 10 * 60);
    const path = `context/knowledge/${name}.md`;
    events.push({ kind: "write", role: role.id, at, path, text: `# ${title}\n\n${sentence}\n` });
    asked.push({
      from: at,
      question: {
        ask: `Where is written: ${title}?`,
        kind: "where",
        answer: [[title, path.replaceAll(".", "\\.")]],
      },
    });
  }
  return { events, asked };
}

function incoming(role: Role): Scene {
  const { pick } = choicesOf(role, "incoming");
  const events: LifeEvent[] = [];
  const asked: TimedQuestion[] = [];
  for (const [index, [name, scope, title, sentence]] of facts.incoming.entries()) {
    const at = timeAt(role, FIRST_DAY + 12 + index * 30 + placeOf(role), 11 * 60);
    const offer = {
      at,
      from: pick(role.routine.from),
      name: `${name}.md`,
      scope,
      objective: title,
      text: `# ${title}\n\n${sentence}\n\nFor ${role.title}.\n`,
    };
    events.push({ kind: "ingest", role: role.id, at, offer });
    asked.push({
      from: at,
      question: {
        ask: `Where is ${scope}?`,
        kind: "where",
        answer: [[title, "context/knowledge/\\S+"]],
      },
    });
  }
  return { events, asked };
}

/** A rule that is added to the guardrails, and whose limit is moved after two weeks. */
function limits(role: Role): Scene {
  const { pick, below } = choicesOf(role, "limits");
  const events: LifeEvent[] = [];
  const asked: TimedQuestion[] = [];
  for (const [index, topic] of facts.rules.slice(0, 2).entries()) {
    const start = FIRST_DAY + 3 + index * 30;
    const amounts = [100 + below(8) * 10, 200 + below(8) * 10] as const;
    const rule = (amount: number) => `${topic} above EUR ${amount} need the consent of ${person}.`;
    const person = pick(peopleOf(role));
    const times = [timeAt(role, start, 9 * 60), timeAt(role, start + 15, 9 * 60)] as const;
    const base = { role: role.id, path: "guardrails.md" };
    events.push(
      { kind: "append", ...base, at: times[0], text: `\n- ${rule(amounts[0])}\n` },
      { kind: "edit", ...base, at: times[1], from: rule(amounts[0]), to: rule(amounts[1]) },
    );
    const question = (amount: number, other: number) => ({
      ask: `From which amount on do ${topic.toLowerCase()} need consent, and whose?`,
      kind: "limit" as const,
      answer: [[topic, `\\b${amount}\\b`, person]],
      false: [{ is: [topic, `\\b${other}\\b`], example: `- ${rule(other)}` }],
    });
    asked.push(
      { from: times[0], until: times[1], question: question(amounts[0], amounts[1]) },
      { from: times[1], question: question(amounts[1], amounts[0]) },
    );
  }
  return { events, asked };
}

const PROJECT_DAYS = 35;

/** Projects of the first month end; others begin, and end in their turn. */
function projects(role: Role): Scene {
  const texts = new Map(
    role.files.flatMap(({ path, text }) =>
      path.startsWith("context/projects/") && text !== undefined ? [[path, text] as const] : [],
    ),
  );
  const ends = [...texts].flatMap(([path, text], index) => {
    const from = /^status: (?:active|blocked)$/m.exec(text)?.[0];
    if (from === undefined) return [];
    const at = timeAt(role, FIRST_DAY + 8 + index * 10, 16 * 60);
    return [{ kind: "edit" as const, role: role.id, at, path, from, to: "status: done" }];
  });
  const scenes = facts.projects.map(([name, title, step, apart], index): Scene => {
    const start = FIRST_DAY + 5 + index * 30;
    const due = timeAt(role, start + PROJECT_DAYS, 12 * 60);
    const base = { role: role.id, path: `context/projects/${name}.md` };
    const text = `---\nstatus: active\ndue_at: ${due}\n---\n# ${title}\n\n## Next steps\n- ${step}.\n\n## Not part of the work\n- ${apart}\n`;
    const at = timeAt(role, start, 9 * 60);
    const done = timeAt(role, start + PROJECT_DAYS, 9 * 60);
    return {
      events: [
        { kind: "write", ...base, at, text },
        { kind: "edit", ...base, at: done, from: "status: active", to: "status: done" },
      ],
      asked: [
        {
          from: at,
          until: done,
          question: {
            ask: `What is the next step of "${title}"?`,
            kind: "open",
            answer: [[step, title]],
          },
        },
        {
          from: at,
          until: done,
          question: {
            ask: `Is it part of "${title}": ${apart}`,
            kind: "limit",
            answer: [
              [apart, "not part"],
              [title, "not part", apart],
            ],
            false: [{ is: [`^${apart}`], unless: "not part", example: `## ${title}\n- ${apart}` }],
          },
        },
      ],
    };
  });
  return {
    events: [...ends, ...scenes.flatMap(({ events }) => events)],
    asked: scenes.flatMap(({ asked }) => asked),
  };
}

/** Each ten days a report, each thirty a meeting. */
function reports(role: Role): Scene {
  const { below } = choicesOf(role, "reports");
  const events: LifeEvent[] = [];
  const asked: TimedQuestion[] = [];
  for (let day = FIRST_DAY + 7; day < LAST_DAY; day += 10) {
    const at = timeAt(role, day, 15 * 60);
    const date = at.slice(0, 10);
    const number = 1000 + below(9000);
    const text = `# Figures until ${date}\n\n${number} papers went through the office; nothing is left over.\n`;
    events.push({ kind: "write", role: role.id, at, path: `reports/${date}_figures.md`, text });
    asked.push({
      from: at,
      until: timeAt(role, day + 10, 15 * 60),
      question: {
        ask: "How many papers went through the office by the last report?",
        kind: "changed",
        answer: [[`\\b${number}\\b`, "papers"]],
      },
    });
  }
  for (let day = FIRST_DAY + 21; day < LAST_DAY; day += 30) {
    const at = timeAt(role, day, 15 * 60);
    const date = at.slice(0, 10);
    const text = `# Talk of the month\n\n- The heating is repaired in week ${20 + below(20)}.\n- Not agreed: new chairs.\n`;
    events.push({
      kind: "write",
      role: role.id,
      at,
      path: `meetings/summaries/${date}_talk.md`,
      text,
    });
  }
  return { events, asked };
}
