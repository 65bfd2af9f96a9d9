// Runs a check and holds its verdict against the exceptions.
import { type Exception, exceptions } from './exceptions.ts'
import type { Judgement } from './judgements.ts'
import type { Tally } from './table.ts'

const met = new Set<Exception>()

/** Exceptions that no judgement has met so far. */
export const unmet = (): readonly Exception[] => exceptions.filter(each => !met.has(each))

/** What is wrong in the end, undefined when nothing is: a failure, or an exception that is none any more. */
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
    return `${check} of ${title}: this exception is none any more: ${exception.reason}`
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

/** The message, and where two values were compared, what differs of them. */
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
