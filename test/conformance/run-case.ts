// Runs a conformance case and compares its result with the exceptions.

import type { ConformanceCase } from './conformance-cases.ts'
import { type ConformanceException, exceptions } from './exceptions.ts'
import type { ResultTable } from './result-table.ts'

const matched = new Set<ConformanceException>()

/** Exceptions that no case has matched so far. */
export const unmatchedExceptions = (): readonly ConformanceException[] =>
  exceptions.filter(each => !matched.has(each))

/** The failure of a case, or an exception that no longer fails; undefined on success. */
export async function runCase(
  { provider, check, title, run }: ConformanceCase,
  table: ResultTable,
): Promise<string | undefined> {
  const failure = await failureOf(run)
  const exception = exceptions.find(each => each.check === check && each.title.test(title))
  if (exception !== undefined) matched.add(exception)
  if (exception !== undefined && failure !== undefined) {
    table.excepted(provider, check)
    return undefined
  }
  const isExpected = failure === undefined && exception === undefined
  table[isExpected ? 'passed' : 'failed'](provider, check)
  if (exception !== undefined)
    return `${check} of ${title}: this exception no longer fails: ${exception.reason}`
  return failure === undefined ? undefined : `${check} of ${title}: ${failure}`
}

async function failureOf(run: () => Promise<void> | void): Promise<string | undefined> {
  try {
    await run()
    return undefined
  } catch (error) {
    return describeFailure(error)
  }
}

/** The message, and the differences of two compared values. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { actual, expected } = error as Error & { readonly actual?: unknown; readonly expected?: unknown }
  const differs = [...new Set([...keysOf(actual), ...keysOf(expected)])]
    .map(key =>
      [key, valueAt(actual, key), valueAt(expected, key)].map(each => JSON.stringify(each)?.slice(0, 600)),
    )
    .filter(([, got, wanted]) => got !== wanted)
    .map(([key, got, wanted]) => `${key}: got ${got}, wanted ${wanted}`)
  return [error.message, ...differs].join('\n  ')
}

const keysOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : []
const valueAt = (value: unknown, key: string): unknown =>
  (value as Readonly<Record<string, unknown>> | null | undefined)?.[key]
