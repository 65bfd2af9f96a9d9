// api/failures.json → generated/failures.ts: the table of failures by code, and the union of causes; and generated/failure-advice.ts, for people:
// whose fault each is, and what to do.
import type { FailureAdvice } from './failure-entry.ts'
import { readFailures } from './sources.ts'

const BANNER = '// Generated from schemas/ by schemas/generate.ts. Do not edit.\n'

/** The text of generated/failures.ts. */
export function generateFailures(): string {
  const { failures, causes } = readFailures()
  const rows = failures.map(
    ({ code, status, type, description }) =>
      `  /** ${description} */\n  ${code}: { status: ${status}, type: ${JSON.stringify(type)} },\n`,
  )
  const members = causes.map(
    ({ cause, description }) => `  /** ${description} */\n  | ${JSON.stringify(cause)}\n`,
  )
  return [
    BANNER,
    '/** The failures of the gateway by code: the status, and the `type` of the vendor-style error body. */',
    `export const failureTable = {\n${rows.join('')}} as const satisfies Record<string, { readonly status: number; readonly type: string }>\n`,
    '/** Why a call to a provider failed, in one word for logs and messages. */',
    `export type Cause =\n${members.join('')}`,
  ].join('\n')
}

/** The text of generated/failure-advice.ts. */
export function generateFailureAdvice(): string {
  const { failures, providerErrors, causes } = readFailures()
  const rows = failures.map(each => `  ${each.code}: ${advice(each)},\n`)
  const errors = providerErrors.map(
    each => `  { statuses: ${statusRanges(each.statuses)}, ...${advice(each)} },\n`,
  )
  return [
    BANNER,
    `export interface FailureAdvice {
  /** Whose it is. */
  readonly fault: 'caller' | 'operator' | 'provider' | 'gateway'
  readonly description: string
  /** What they can do. */
  readonly action: string
}
`,
    '/** Advice about failures of the gateway, by code. */',
    `export const failureAdvice: Readonly<Record<string, FailureAdvice>> = {\n${rows.join('')}}\n`,
    '/** Advice about calls to providers that failed, by cause. */',
    `export const causeAdvice: Readonly<Record<string, FailureAdvice>> = {\n${causes.map(each => `  ${JSON.stringify(each.cause)}: ${advice(each)},\n`).join('')}}\n`,
    '/** Advice about errors of providers, by ranges of statuses: first and last. */',
    `export const providerErrorAdvice: readonly (FailureAdvice & {\n  readonly statuses: readonly (readonly [first: number, last: number])[]\n})[] = [\n${errors.join('')}]\n`,
  ].join('\n')
}

const advice = ({ fault, description, action }: FailureAdvice): string =>
  `{ fault: ${JSON.stringify(fault)}, description: ${JSON.stringify(description)}, action: ${JSON.stringify(action)} }`

/** `408, 500-503` as ranges. */
export const statusRanges = (text: string): string =>
  `[${text
    .split(', ')
    .map(part => part.split('-'))
    .map(([first = '', last = first]) => `[${first}, ${last}]`)
    .join(', ')}]`
