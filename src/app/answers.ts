/**
 * What the operations that screens call answer, as far as a screen reads it. The app runs in a browser and
 * loads nothing of the operations; `test/app/answers.test.ts` compares this table with their outputs.
 */

import type { Compiled } from "./screens/compile/compile-data.ts";
import type { Proposal } from "./screens/gate/gate-data.ts";
import type { HandoffData } from "./screens/handoff/handoff-data.ts";
import type { OverviewData } from "./screens/overview/overview-data.ts";
import type { RequestHistory, RequestQueue } from "./screens/requests/request-data.ts";
import type {
  AssembledPrompt,
  ContextCheck,
  ContextStatus,
  ContextVolume,
  LoadedContext,
} from "./screens/responsibilities/responsibility-data.ts";
import type { ComparedRuns, InspectedRun, Report } from "./screens/runs/run-data.ts";
import type { ShownData } from "./screens/session/session-data.ts";
import type { SearchData, SessionsData } from "./screens/sessions/sessions-data.ts";
import type { StateShown, Trail } from "./screens/state/state-data.ts";
import type {
  CompactionStatus,
  Selections,
  ThreadDetail,
  ThreadList,
} from "./screens/threads/thread-data.ts";
import type {
  CheckedBundle,
  CheckedWorkspace,
  HeadsShown,
  LedgerStatus,
} from "./screens/trust/trust-data.ts";

/** The answer of each operation that a screen calls, by its words; `unknown` where none is read. */
export interface Answers {
  readonly "context assemble": AssembledPrompt;
  readonly "context load": LoadedContext;
  readonly "context status": ContextStatus;
  readonly "context verify": ContextCheck;
  readonly "context volume": ContextVolume;
  readonly "dream adopt": { readonly events: number };
  readonly "dream diff": Proposal;
  readonly "dream discard": unknown;
  readonly handoff: HandoffData;
  readonly "ledger heads": HeadsShown;
  readonly "ledger verify": CheckedWorkspace;
  readonly overview: OverviewData;
  readonly "request accept": unknown;
  readonly "request claim": { readonly requests: readonly { readonly subject: string }[] };
  readonly "request complete": unknown;
  readonly "request defer": unknown;
  readonly "request list": RequestQueue;
  readonly "request reject": unknown;
  readonly "request show": RequestHistory;
  readonly search: SearchData;
  readonly sessions: SessionsData;
  readonly show: ShownData;
  readonly "state archive": unknown;
  readonly "state dismiss": unknown;
  readonly "state log": Trail;
  readonly "state replay": StateShown;
  readonly "state show": StateShown;
  readonly "state update": unknown;
  readonly "state supersede": { readonly id: string | null };
  readonly status: LedgerStatus;
  readonly "task compare": ComparedRuns;
  readonly "task inspect": InspectedRun;
  readonly "task report": Report;
  readonly "thread compaction-status": CompactionStatus;
  readonly "thread compile": Compiled;
  readonly "thread list": ThreadList;
  readonly "thread selections": Selections;
  readonly "thread show": ThreadDetail;
  readonly verify: CheckedBundle;
}

/** The words of an operation that a screen calls. */
export type CalledName = keyof Answers;
