/** A reporter for Node's test runner: what happened, a line of JSON each, for `run-test-group.ts`. */

import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";

/** Writes the events that a result is made of. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncIterable<string> {
  for await (const { type, data } of events) {
    if (type === "test:pass" || type === "test:diagnostic" || type === "test:summary") {
      yield `${JSON.stringify({ type, data })}\n`;
    } else if (type === "test:fail") {
      // An error cannot be sent; its text can.
      const { error } = data.details;
      const failureType = "failureType" in error ? error.failureType : undefined;
      const sent = { text: inspect(error.cause ?? error), failureType };
      yield `${JSON.stringify({ type, data: { ...data, details: { error: sent } } })}\n`;
    }
  }
}
