import type { ServerResponse } from "node:http";
import type { Caller } from "./caller.ts";

/** The calls of one operation by one kind of caller that had one status. */
interface Series {
  readonly operation: string;
  readonly caller: Caller;
  readonly status: number;
  calls: number;
  seconds: number;
}

/** Counts the calls of a server. */
export interface Meter {
  /** Counts a call when its answer has ended. */
  watch(
    response: ServerResponse,
    call: { readonly operation: string; readonly caller: Caller },
  ): void;
  /** Everything counted, in the text format of Prometheus. */
  render(): string;
}

/** Creates a meter. Operations and statuses are few, so that what it keeps is bounded. */
export function createMeter(version: string): Meter {
  const all = new Map<string, Series>();
  let open = 0;
  return {
    watch(response, { operation, caller }) {
      const start = performance.now();
      open++;
      response.once("close", () => {
        open--;
        // A client that left before its answer began has none.
        const status = response.headersSent ? response.statusCode : 499;
        const key = `${operation} ${caller} ${status}`;
        const series = all.get(key) ?? { operation, caller, status, calls: 0, seconds: 0 };
        series.calls++;
        series.seconds += (performance.now() - start) / 1000;
        all.set(key, series);
      });
    },
    render() {
      const rows = [...all.values()];
      const each = (value: (series: Series) => number): readonly Sample[] =>
        rows.map((series) => ({ labels: labelsOf(series), value: value(series) }));
      const { rss, heapUsed } = process.memoryUsage();
      const metrics: readonly Metric[] = [
        {
          name: "holdall_build_info",
          help: "The version of the program.",
          type: "gauge",
          samples: [{ labels: `{version="${version}"}`, value: 1 }],
        },
        {
          name: "holdall_calls_total",
          help: "Calls that were answered.",
          type: "counter",
          samples: each(({ calls }) => calls),
        },
        {
          name: "holdall_call_seconds_total",
          help: "Seconds from the request of a call to the end of its answer.",
          type: "counter",
          samples: each(({ seconds }) => seconds),
        },
        plain("holdall_open_calls", "Calls that are not answered yet.", "gauge", open),
        plain("process_resident_memory_bytes", "Memory of the process.", "gauge", rss),
        plain("nodejs_heap_used_bytes", "Memory of its objects.", "gauge", heapUsed),
        plain(
          "process_cpu_seconds_total",
          "Seconds of the processor.",
          "counter",
          (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
        ),
        plain(
          "process_start_time_seconds",
          "When the process started, in seconds since 1970.",
          "gauge",
          performance.timeOrigin / 1000,
        ),
      ];
      return metrics.map(renderMetric).join("");
    },
  };
}

interface Sample {
  readonly labels: string;
  readonly value: number;
}

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge";
  readonly samples: readonly Sample[];
}

function plain(name: string, help: string, type: Metric["type"], value: number): Metric {
  return { name, help, type, samples: [{ labels: "", value }] };
}

/** Names of operations are our own words, and need no escaping. */
function labelsOf({ operation, caller, status }: Series): string {
  return `{operation="${operation}",caller="${caller}",status="${status}"}`;
}

function renderMetric({ name, help, type, samples }: Metric): string {
  const lines = samples.map(({ labels, value }) => `${name}${labels} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}
