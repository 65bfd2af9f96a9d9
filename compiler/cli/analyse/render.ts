// Sections of an analysis as text for a terminal, and as Markdown for a comment on a pull request.

import { formatTable } from '../layout/text-table.ts'
import type { Terminal } from '../terminal.ts'
import type { ReportSection, ReportTable } from './section.ts'

const INDENT = 4

export function renderPretty(
  id: string,
  sections: readonly ReportSection[],
  { paint, width }: Pick<Terminal, 'paint' | 'width'>,
): string {
  const tableLines = ({ caption, header, rows }: ReportTable): readonly string[] => [
    ...(caption === undefined ? [] : ['', `  ${caption}`]),
    ...formatTable([header, ...rows], { width: width - INDENT, head: text => paint('quiet', text) }).map(
      line => ' '.repeat(INDENT) + line,
    ),
  ]
  return [
    paint('place', id),
    ...sections.flatMap(({ title, sentences, tables, notes }) => [
      '',
      paint('place', title),
      ...sentences.map(sentence => `  ${sentence}`),
      ...tables.flatMap(tableLines),
      ...(notes.length === 0 ? [] : ['', ...notes.map(note => paint('quiet', `  ${note}`))]),
    ]),
  ].join('\n')
}

/** Texts of a config may contain what Markdown reads as markup. */
export const escapeCell = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')

export function renderMarkdown(id: string, sections: readonly ReportSection[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.map(escapeCell).join(' | ')} |`
  const tableLines = ({ caption, header, rows }: ReportTable): readonly string[] => [
    ...(caption === undefined ? [] : [`**${escapeCell(caption)}**`, '']),
    row(header),
    row(header.map(() => '---')),
    ...rows.map(row),
    '',
  ]
  return [
    `## ${escapeCell(id)}`,
    '',
    ...sections.flatMap(({ title, sentences, tables, notes }) => [
      `### ${title}`,
      '',
      ...sentences.flatMap(sentence => [escapeCell(sentence), '']),
      ...tables.flatMap(tableLines),
      ...notes.flatMap(note => [escapeCell(note).replace(/^\*/, '\\*'), '']),
    ]),
  ]
    .join('\n')
    .trimEnd()
}
