/**
 * Values that come many at a time. Waiting for each of them would cost more than a short one does: every
 * `await` and every generator on the way is paid for once a batch.
 */

/** A sequence that can be taken one by one, or as it comes. */
export interface BatchedSequence<Value> extends AsyncIterable<Value> {
  batches(): AsyncIterable<readonly Value[]>;
}

/** A sequence of what comes in batches. */
export function fromBatches<Value>(
  batches: () => AsyncIterable<readonly Value[]>,
): BatchedSequence<Value> {
  return { batches, [Symbol.asyncIterator]: () => flatten(batches()) };
}

async function* flatten<Value>(batches: AsyncIterable<readonly Value[]>): AsyncGenerator<Value> {
  for await (const batch of batches) yield* batch;
}

/** The values of a sequence in batches; of one that has none, each by itself. */
export function batchesOf<Value>(values: AsyncIterable<Value>): AsyncIterable<readonly Value[]> {
  return isBatched(values) ? values.batches() : singles(values);
}

function isBatched<Value>(values: AsyncIterable<Value>): values is BatchedSequence<Value> {
  return "batches" in values;
}

async function* singles<Value>(values: AsyncIterable<Value>): AsyncGenerator<readonly Value[]> {
  for await (const value of values) yield [value];
}

/** The same sequence with every value replaced by any number of others; `end` adds what is still to come. */
export function expand<Value, Result>(
  values: AsyncIterable<Value>,
  change: (value: Value, add: (result: Result) => void) => void,
  end: (add: (result: Result) => void) => void = () => {},
): BatchedSequence<Result> {
  return fromBatches(async function* () {
    let results: Result[] = [];
    const add = (result: Result) => void results.push(result);
    for await (const batch of batchesOf(values)) {
      for (const value of batch) change(value, add);
      if (results.length === 0) continue;
      yield results;
      results = [];
    }
    end(add);
    if (results.length > 0) yield results;
  });
}
