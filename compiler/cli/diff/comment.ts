// A comparison as a comment on a pull request of at most one screen: levels first, a smallest request of each change, the worst case before
// and after; all else is collapsed.
import { LEVELS } from '../../analyse/diff/level.ts'
import type { ProjectDiff } from '../../analyse/diff/project-diff.ts'
import { escapeCell, renderMarkdown } from '../analyse/render.ts'
import type { ReportSection } from '../analyse/section.ts'

/** Rows of each table: a screen has about sixty lines. */
const MAX_ROWS = 10
const MAX_REQUESTS = 5
const MAX_CELL = 160

export function renderComment(title: string, diff: ProjectDiff, sections: readonly ReportSection[]): string {
  const changed = sections.filter(({ title: each }) => !each.endsWith(': equivalent'))
  const requests = changed.flatMap(({ title: of, tables }) =>
    tables.flatMap(({ caption }) => (caption === undefined ? [] : [`${nameOf(of)}: ${caption}`])),
  )
  const bounds = changed.flatMap(({ title: of, sentences }) =>
    sentences.flatMap(sentence => {
      const [, what, before, after] = /^cost: ([^:]+): (.*) → (.*)\.$/.exec(sentence) ?? []
      return what === undefined ? [] : [[nameOf(of), what, before ?? '', after ?? '']]
    }),
  )
  const levels = changed.map(({ title: of, sentences }) => [
    nameOf(of),
    LEVELS.find(level => of.includes(level)) ?? '',
    sentences.find(sentence => sentence.startsWith('security: ')) ?? '',
  ])
  return [
    `## ${escapeCell(title)}`,
    '',
    ...(changed.length === 0
      ? [`${diff.configs.length} configs, proved to handle every request as before.`, '']
      : []),
    ...table(['', 'level', ''], levels, 'configs'),
    ...(requests.length === 0
      ? []
      : [
          '**Smallest requests**',
          '',
          ...requests.slice(0, MAX_REQUESTS).map(request => `- ${escapeCell(shortened(request))}`),
          ...more(requests.length - MAX_REQUESTS, 'classes of requests'),
          '',
        ]),
    ...(bounds.length === 0 ? [] : ['**Worst case of a request**', '']),
    ...table(['', '', 'before', 'after'], bounds, 'bounds'),
    ...(sections.length === 0
      ? []
      : [
          '<details><summary>Details</summary>',
          '',
          renderMarkdown('All differences', sections),
          '',
          '</details>',
        ]),
  ]
    .join('\n')
    .trimEnd()
}

/** `chat` of `chat: cost`. */
const nameOf = (title: string): string => title.replace(/: [^:]*$/, '')

const shortened = (text: string): string => (text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text)

function table(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  what: string,
): readonly string[] {
  if (rows.length === 0) return []
  const row = (cells: readonly string[]): string =>
    `| ${cells.map(cell => escapeCell(shortened(cell))).join(' | ')} |`
  return [
    row(header),
    row(header.map(() => '---')),
    ...rows.slice(0, MAX_ROWS).map(row),
    '',
    ...more(rows.length - MAX_ROWS, what),
  ]
}

const more = (count: number, what: string): readonly string[] =>
  count > 0 ? [`and ${count} more ${what}, in the details.`, ''] : []
