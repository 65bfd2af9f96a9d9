// Sections of an analysis as text for a terminal, and as Markdown for a comment on a pull request. Text of configs, tests and logs in
// Markdown is shown literally, whatever markup it contains, and mentions no one.

import { printable } from '../../diagnostics/mask.ts'
import type { ReportSection, ReportTable } from '../../report/section.ts'
import { formatTable } from '../layout/text-table.ts'
import type { Terminal } from '../terminal.ts'

const INDENT = 4

export const renderPretty = (
  id: string,
  sections: readonly ReportSection[],
  terminal: Pick<Terminal, 'paint' | 'width'>,
): string => [terminal.paint('place', id), ...renderSections(sections, terminal)].join('\n')

/** Lines: each section begins with an empty one. */
export function renderSections(
  sections: readonly ReportSection[],
  { paint, width }: Pick<Terminal, 'paint' | 'width'>,
): readonly string[] {
  const tableLines = ({ caption, header, rows }: ReportTable): readonly string[] => [
    ...(caption === undefined ? [] : ['', `  ${caption}`]),
    ...formatTable([header, ...rows], { width: width - INDENT, head: text => paint('quiet', text) }).map(
      line => ' '.repeat(INDENT) + line,
    ),
  ]
  return sections.flatMap(({ title, sentences, tables, notes }) => [
    '',
    paint('place', title),
    ...sentences.map(sentence => `  ${sentence}`),
    ...tables.flatMap(tableLines),
    ...(notes.length === 0 ? [] : ['', ...notes.map(note => paint('quiet', `  ${note}`))]),
  ])
}

export const renderMarkdown = (id: string, sections: readonly ReportSection[]): string =>
  [`## ${escapeMarkdown(id)}`, ...sections.map(sectionMarkdown)].join('\n\n')

export function sectionMarkdown({ title, sentences, tables, notes }: ReportSection): string {
  const tableLines = ({ caption, header, rows }: ReportTable): readonly string[] => [
    ...(caption === undefined ? [] : [`**${escapeMarkdown(caption)}**`, '']),
    ...markdownTable(
      header.map(escapeMarkdown),
      rows.map(cells => cells.map(escapeMarkdown)),
    ),
    '',
  ]
  return [
    `### ${escapeMarkdown(title)}`,
    '',
    ...sentences.flatMap(sentence => [escapeMarkdown(sentence), '']),
    ...tables.flatMap(tableLines),
    ...notes.flatMap(note => [escapeMarkdown(note), '']),
  ]
    .join('\n')
    .trimEnd()
}

/** `@slug`, which would notify the user of that name, `#12`, which would link an issue, and addresses: as code they are only text. */
const CODE = /(?<!\w)[@#]\w(?:[\w./:-]*[\w/-])?|https?:\/\/[^\s`|<>"]*[\w/]/g

/** Punctuation that is markup within a line. Underscores within words are not, nor the brackets of `targets[0]`. */
const MARKUP = /[\\*~$]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|\[(?=[\^ xX])|\](?=[([:])/g
/** What ends a cell, a tag or a span of code even if it is escaped. */
const ENTITY = /[&<|`]/g
const IN_CODE = /[^\w .,;()/=-]/g

const entity = (character: string): string => `&#${character.codePointAt(0)};`

const onOneLine = (text: string): string => printable(text).replaceAll(/\s+/g, ' ').trim()

/** A line of text, for a paragraph, an item of a list or a cell of a table. */
export function escapeMarkdown(text: string): string {
  const line = onOneLine(text)
  const parts: string[] = []
  let from = 0
  for (const { 0: word, index } of line.matchAll(CODE)) {
    parts.push(escapePlain(line.slice(from, index)), markdownCode(word))
    from = index + word.length
  }
  return [...parts, escapePlain(line.slice(from))].join('')
}

const escapePlain = (text: string): string => text.replaceAll(ENTITY, entity).replaceAll(MARKUP, '\\$&')

/** A line as code. A cell ends at each `|`, and code at each backtick, so that these need a tag. */
export function markdownCode(text: string): string {
  const line = onOneLine(text)
  return /[`|\\]/.test(line) || line === ''
    ? `<code>${line.replaceAll(IN_CODE, entity)}</code>`
    : `\`${line}\``
}

/** At most so many characters, of which the last is an ellipsis where some were cut off. */
export const truncateLine = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`

/** Rows of cells that are Markdown already. */
export const markdownTable = (
  header: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] => [header, header.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`)
