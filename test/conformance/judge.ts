// Runs a conformance case and compares its result with the exceptions.
import { type Exception, exceptions } from './exceptions.ts'
import type { Judgement } from './judgements.ts'
import type { Tally } from './table.ts'

const met = new Set<Exception>()

/** Exceptions that no case has matched so far. */
export const unmet = (): readonly Exception[] => exceptions.filter(each => !met.has(each))

/** The failure of a case, or an exception that no longer fails; undefined on success. */
export async function judge(
  { provider, check, title, run }: Judgement,
  tally: Tally,
): Promise<string | undefined> {
  const fault = await faultOf(run)
  const exception = exceptions.find(each => each.check === check && each.play.test(title))
  if (exception !== undefined) met.add(exception)
  if (exception !== undefined && fault !== undefined) {
    tally.excepted(provider, check)
    return undefined
  }
  const well = fault === undefined && exception === undefined
  tally[well ? 'passed' : 'failed'](provider, check)
  if (exception !== undefined)
    return `${check} of ${title}: this exception no longer fails: ${exception.reason}`
  return fault === undefined ? undefined : `${check} of ${title}: ${fault}`
}

async function faultOf(run: () => Promise<void> | void): Promise<string | undefined> {
  try {
    await run()
    return undefined
  } catch (error) {
    return told(error)
  }
}

/** The message, and the differences of two compared values. */
function told(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { actual, expected } = error as Error & { readonly actual?: unknown; readonly expected?: unknown }
  const differs = [...new Set([...keysOf(actual), ...keysOf(expected)])]
    .map(key => [key, at(actual, key), at(expected, key)].map(each => JSON.stringify(each)?.slice(0, 600)))
    .filter(([, got, wanted]) => got !== wanted)
    .map(([key, got, wanted]) => `${key}: got ${got}, wanted ${wanted}`)
  return [error.message, ...differs].join('\n  ')
}

const keysOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : []
const at = (value: unknown, key: string): unknown =>
  (value as Readonly<Record<string, unknown>> | null | undefined)?.[key]
