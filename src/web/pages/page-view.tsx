import { formatMinute } from "../../base/text/format-minute.ts";
import { Header } from "../components/header.tsx";
import { IsStatic } from "../components/static-context.ts";
import type { Page } from "../page.ts";
import { BundleView } from "./bundle-view.tsx";
import { ComparisonView } from "./comparison-view.tsx";
import { HandoffView } from "./handoff-view.tsx";
import { ReportView } from "./report-view.tsx";
import { SessionView } from "./session-view.tsx";
import { TaskView } from "./task-view.tsx";

/** What a page needs to know of where it is shown. */
export interface Shown<Data> {
  readonly page: Data;
  /** Whether it is rendered without a browser: long lists are cut, nothing reacts. */
  readonly isStatic: boolean;
}

/** Any page: its head, then what its kind shows. */
export function PageView({ page, isStatic }: Shown<Page>) {
  return (
    <IsStatic.Provider value={isStatic}>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <Header head={page} />
      <main id="content">{contentOf(page, isStatic)}</main>
      <footer class="foot">
        <span>
          Written by holdall, <time dateTime={page.written_at}>{minuteOf(page.written_at)}</time>
        </span>
        <span>
          The same in a terminal: <code>{page.command}</code>
        </span>
      </footer>
    </IsStatic.Provider>
  );
}

function contentOf(page: Page, isStatic: boolean) {
  switch (page.page) {
    case "session":
      return <SessionView page={page} isStatic={isStatic} />;
    case "bundle":
      return <BundleView page={page} isStatic={isStatic} />;
    case "handoff":
      return <HandoffView page={page} />;
    case "task":
      return <TaskView page={page} />;
    case "comparison":
      return <ComparisonView page={page} />;
    case "report":
      return <ReportView page={page} />;
    default:
      return page satisfies never;
  }
}

function minuteOf(time: string): string {
  return `${formatMinute(time)} UTC`;
}
