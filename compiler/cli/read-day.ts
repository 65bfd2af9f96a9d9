// The day of an option, such as `--on 2027-01-15`.
import { dayOf } from '../../schemas/values/model-life.ts'
import type { Terminal } from './terminal.ts'

/** Today by default; undefined if the text is not a day. */
export function readDay(text: unknown, { today }: Pick<Terminal, 'today'>): string | undefined {
  if (text === undefined) return today()
  const isDay = typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text)
  if (!isDay || Number.isNaN(Date.parse(text))) return undefined
  return dayOf(Date.parse(text)) === text ? text : undefined
}
