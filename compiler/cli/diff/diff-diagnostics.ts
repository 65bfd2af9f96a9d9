// A comparison of two projects as findings: one for the manifest where it differs, and one for each config that does. Those that fail the
// command are errors, the others notes.
import { isAtLeast, type Level } from '../../analyse/diff/level.ts'
import type { ProjectDiff } from '../../analyse/diff/project-diff.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { DiagnosticCode } from '../../diagnostics/messages.ts'
import { configSection, gatewaySection } from '../../report/diff-sections.ts'
import type { ReportSection } from '../../report/section.ts'
import type { Source } from '../../source.ts'

const CODES: { readonly [level in Level]: DiagnosticCode } = {
  cosmetic: 'cosmetic-difference',
  routing: 'routing-difference',
  cost: 'cost-difference',
  security: 'security-difference',
}

export interface DiffPresentation {
  readonly prefix: string
  /** The file of a config, or of the manifest without an identifier. */
  readonly sourceOf: (id: string | undefined) => Source
  /** The lowest level that fails the command. */
  readonly least: Level | undefined
}

export function diffDiagnostics(
  diff: ProjectDiff,
  { prefix, sourceOf, least }: DiffPresentation,
): readonly Diagnostic[] {
  const toDiagnostic = (
    id: string | undefined,
    level: Level | undefined,
    section: ReportSection,
  ): readonly Diagnostic[] =>
    level === undefined
      ? []
      : [
          {
            code: CODES[level],
            severity: least !== undefined && isAtLeast(level, least) ? 'error' : 'note',
            message: `${section.title}.`,
            location: { source: sourceOf(id), span: { start: 0, end: 0 } },
            notes: linesOf(section).map(message => ({ message })),
          },
        ]
  return [
    ...gatewaySection(diff).flatMap(section => toDiagnostic(undefined, diff.gateway.level, section)),
    ...diff.configs.flatMap(config =>
      toDiagnostic(
        config.id,
        config.kind === 'compared' ? config.diff.level : config.level,
        configSection(config, prefix),
      ),
    ),
  ]
}

/** What is not decided comes first: some formats show the first notes only. */
const linesOf = ({ sentences, tables, notes }: ReportSection): readonly string[] => [
  ...notes,
  ...sentences,
  ...tables.flatMap(({ caption, rows }) => [
    ...(caption === undefined ? [] : [`${caption}:`]),
    ...rows.map(([what = '', before = '', after = '']) =>
      before === '' ? `${what}: ${after}.` : `${what}: ${before} → ${after}.`,
    ),
  ]),
]
