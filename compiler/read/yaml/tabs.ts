// Tabs in the indentation, all of them as one mistake.
import type { YAMLParseError } from 'yaml'
import { joinNames } from '../../../schemas/values/format-names.ts'
import { lineStarts, positionAt } from '../../diagnostics/position.ts'
import type { YamlSyntaxError } from './syntax-error.ts'

const MAX_LINES = 5

/** Undefined where one line has them, which is said with a fix. */
export function tabsInIndentation(
  text: string,
  errors: readonly YAMLParseError[],
): YamlSyntaxError | undefined {
  const tabs = errors.filter(({ code }) => code === 'TAB_AS_INDENT')
  const [first] = tabs
  if (first === undefined) return undefined
  const starts = lineStarts(text)
  const lines = new Set(tabs.map(({ pos }) => positionAt(starts, pos[0]).line))
  if (lines.size < 2) return undefined
  const named = Array.from(lines, String)
  const shown = [
    ...named.slice(0, MAX_LINES),
    ...(named.length > MAX_LINES ? [`${named.length - MAX_LINES} more`] : []),
  ]
  return {
    start: first.pos[0],
    end: first.pos[0] + 1,
    message: `Tabs are not allowed in the indentation, which has them in lines ${joinNames(shown, 'and')}; use spaces.`,
    ...withSpaces(text, first.pos[0], tabs.at(-1)?.pos[0] ?? first.pos[0]),
  }
}

/** The lines from the first tab to the last with two spaces for each; nothing where other lines are indented with spaces, which may not fit. */
function withSpaces(text: string, first: number, last: number): Pick<YamlSyntaxError, 'edited' | 'fix'> {
  if (/^ +[^ ]/m.test(text)) return {}
  const [start, end] = [
    text.lastIndexOf('\n', first) + 1,
    text.length - text.slice(last).replace(/^\t+/, '').length,
  ]
  const fix = text.slice(start, end).replace(/^\t+/gm, tabs => '  '.repeat(tabs.length))
  return { edited: { start, end }, fix }
}
