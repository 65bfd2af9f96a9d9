// Tabs in the indentation, all of them as one mistake.
import type { YAMLParseError } from 'yaml'
import { joinNames } from '../../../schemas/values/format-names.ts'
import type { YamlSyntaxError } from './syntax-error.ts'

const MAX_LINES = 5

/** Undefined where one line has them, which is said with a fix. */
export function tabsInIndentation(
  text: string,
  errors: readonly YAMLParseError[],
): YamlSyntaxError | undefined {
  const tabs = errors.filter(({ code }) => code === 'TAB_AS_INDENT')
  const [first] = tabs
  const lines = new Set(tabs.map(({ pos }) => text.slice(0, pos[0]).split('\n').length))
  if (first === undefined || lines.size < 2) return undefined
  const named = Array.from(lines, String)
  const shown = [
    ...named.slice(0, MAX_LINES),
    ...(named.length > MAX_LINES ? [`${named.length - MAX_LINES} more`] : []),
  ]
  return {
    start: first.pos[0],
    end: first.pos[0] + 1,
    message: `Tabs are not allowed in the indentation, which has them in lines ${joinNames(shown, 'and')}; use spaces.`,
  }
}
