// Sections of an analysis as text for a terminal, and as Markdown for a comment on a pull request.

import { formatTable } from '../layout/text-table.ts'
import type { Terminal } from '../terminal.ts'
import { escapeMarkdown, markdownTable } from './markdown.ts'
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
