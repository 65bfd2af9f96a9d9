// The day of an option, such as `--on 2027-01-15` or `--on +60d`.
import { dayOf } from '../../schemas/values/model-life.ts'
import type { Terminal } from './terminal.ts'

export const DAY_USAGE =
  '"--on" takes a day, such as 2027-01-15, or a number of days from today, such as +60d.'

/** Today by default; undefined if the text is not a day. */
export function readDay(text: unknown, { today }: Pick<Terminal, 'today'>): string | undefined {
  if (text === undefined) return today()
  if (typeof text !== 'string') return undefined
  const [, ahead] = /^\+(\d{1,5})d$/.exec(text) ?? []
  if (ahead !== undefined) return dayOf(Date.parse(today()) + Number(ahead) * 86_400_000)
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text))) return undefined
  return dayOf(Date.parse(text)) === text ? text : undefined
}
