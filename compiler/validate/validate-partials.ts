// Validates the partials of a project together: each by itself, then what they include.
import { partial as validator } from '../../schemas/generated/validators/partial.js'
import type { Json } from '../../schemas/values/json.ts'
import { collectDiagnostics, type Diagnostic, type ReportDiagnostic } from '../diagnostics/diagnostic.ts'
import type { Catalog } from '../facts/catalog.ts'
import { type ParsedPartials, partialCycle, partialTags } from '../prompts/template-uses.ts'
import type { ParsedSource } from '../source.ts'
import { finishReport } from './finish-report.ts'
import { createTagReport, createTemplateReader, type PromptTemplate } from './nodes/prompt-context.ts'
import { reportUnknownPartials } from './prompt-rules/partials-exist.ts'
import { createReportAt } from './reporting/report.ts'
import { propertyNamesOf } from './structure/property-names.ts'
import { validateStructure } from './structure/validate-structure.ts'
import { ownProperty } from './values/json-values.ts'

/** A partial that was read. */
export interface ReadPartial {
  readonly id: string
  readonly parsed: ParsedSource
}

/** The partials by identifier, also those with mistakes, which are not reported again where one is included. */
export function validatePartials(
  sources: readonly ReadPartial[],
  catalog: Catalog,
  report: ReportDiagnostic,
): ParsedPartials {
  const read = sources.map(source => readPartial(source))
  const partials: ParsedPartials = new Map(read.map(({ id, template }) => [id, template.template]))
  for (const { id, parsed, template, diagnostics, collect } of read) {
    const reportTag = createTagReport(parsed, collect)
    reportUnknownPartials(template, partials, reportTag)
    const cycle = partialCycle(id, partials)
    const tag = cycle && partialTags(template.template).find(each => each.id === cycle[1])
    if (cycle !== undefined && tag !== undefined)
      reportTag(
        'partial-cycle',
        template,
        tag,
        `The partial "${id}" includes itself: ${cycle.map(each => `"${each}"`).join(' includes ')}.`,
      )
    finishReport(diagnostics, parsed, 'PromptPartial', catalog, report)
  }
  return partials
}

interface PartialReport extends ReadPartial {
  readonly template: PromptTemplate
  readonly diagnostics: readonly Diagnostic[]
  readonly collect: ReportDiagnostic
}

function readPartial({ id, parsed }: ReadPartial): PartialReport {
  const { report: collect, diagnostics } = collectDiagnostics()
  validateStructure(parsed, validator, propertyNamesOf('PromptPartial'), createReportAt(parsed, collect))
  const text = templateOf(parsed.value) ?? ''
  const template = createTemplateReader(createTagReport(parsed, collect))('/template', text)
  return { id, parsed, template, diagnostics, collect }
}

/** The text of a partial; undefined where it has none. */
export function templateOf(value: Json): string | undefined {
  const template = ownProperty(value, 'template')
  return typeof template === 'string' ? template : undefined
}
