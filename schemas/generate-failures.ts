// api/failures.json → generated/failures.ts: the table of failures by code, and the union of causes.
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
