// The period and the filters of a command, as the query of a list.
import type { OptionValues } from '../command.ts'

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds of `30m`, `6h` or `7d`; undefined for anything else. */
function readDuration(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  return count === undefined ? undefined : Number(count) * (UNITS[unit] ?? 0)
}

/** Options that are filters of the list by other names. */
const FILTERS: Readonly<Record<string, string>> = {
  status: 'status_code',
  model: 'ai_org_model',
  key: 'api_key_ids',
  workspace: 'workspace_slug',
  metadata: 'metadata',
  error: 'error',
  session: 'session',
}

export const FILTER_OPTIONS = {
  since: { type: 'string' },
  ...Object.fromEntries(Object.keys(FILTERS).map(name => [name, { type: 'string' }] as const)),
} as const

/** The query, or undefined if --since is not a duration. Times are in milliseconds since 1970. */
export function logQuery(values: OptionValues, now: number): Readonly<Record<string, string>> | undefined {
  const length = readDuration(String(values['since']))
  if (length === undefined) return undefined
  return {
    time_of_generation_min: new Date(now - length).toISOString(),
    time_of_generation_max: new Date(now + 1).toISOString(),
    ...Object.fromEntries(
      Object.entries(FILTERS).flatMap(([name, parameter]) =>
        values[name] === undefined ? [] : [[parameter, String(values[name])]],
      ),
    ),
  }
}
