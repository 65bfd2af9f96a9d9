// What rules about prompts are given: the prompt and its templates as read, and how mistakes at tags are reported. A rule is one statement
// about valid prompts, in a file named after it.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { Pointer } from '../../../schemas/values/pointer.ts'
import type { Fix, Location, ReportDiagnostic } from '../../diagnostics/diagnostic.ts'
import type { DiagnosticCode } from '../../diagnostics/messages.ts'
import { locateTag } from '../../prompts/locate-tag.ts'
import { parseTemplate } from '../../prompts/parse-template.ts'
import type { TemplateParts } from '../../prompts/template.ts'
import type { ParsedPartials } from '../../prompts/template-uses.ts'
import { createDiagnostic } from '../../read/create-diagnostic.ts'
import type { ParsedSource } from '../../source.ts'
import type { ReportAt } from '../reporting/report.ts'
import type { RuleContext } from './rule-context.ts'

/** A template of a prompt or partial. */
export interface PromptTemplate {
  readonly pointer: Pointer
  readonly text: string
  /** Empty after a mistake in it. */
  readonly template: TemplateParts
}

/** Whether a partial that exists has a version or label. */
export type HasPartialVersion = (id: string, version: string | undefined) => boolean

export interface PromptRuleContext {
  /** The prompt as the one node of a config, for what the rules of configs say about providers. */
  readonly config: RuleContext
  readonly prompt: JsonObject
  readonly templates: readonly PromptTemplate[]
  /** False after a mistake in a template: what the templates use is not known. */
  readonly isReadable: boolean
  readonly partials: ParsedPartials
  readonly hasPartialVersion: HasPartialVersion
  /** The identifiers of the saved configs. */
  readonly configs: readonly string[]
  /** The names that a prompt may have at its root besides parameters. */
  readonly ownNames: readonly string[]
}

/** Reports a mistake at a tag of a template. */
export type ReportTag = (
  code: DiagnosticCode,
  template: PromptTemplate,
  tag: { readonly start: number; readonly end: number },
  message: string,
  fix?: (location: Location) => Fix | undefined,
) => void

/** Reports every violation of one rule. Never throws, whatever the shape of the values; never changes anything. */
export type PromptRule = (context: PromptRuleContext, report: ReportAt, reportTag: ReportTag) => void

/** Mistakes at one place are reported once each. */
export function createTagReport(parsed: ParsedSource, report: ReportDiagnostic): ReportTag {
  const reported = new Set<string>()
  return (code, { pointer, text }, tag, message, fixAt) => {
    const location = locateTag(parsed, pointer, text, tag)
    const key = `${code} ${location.span.start} ${message}`
    if (reported.has(key)) return
    reported.add(key)
    const fix = fixAt?.(location)
    report(createDiagnostic(code, location, message, fix && { fix }))
  }
}

/** Parses one template and reports its mistakes. */
export const createTemplateReader =
  (reportTag: ReportTag) =>
  (pointer: Pointer, text: string): PromptTemplate => {
    const { template, errors } = parseTemplate(text)
    const result: PromptTemplate = { pointer, text, template }
    for (const error of errors) reportTag('malformed-template', result, error, error.message)
    return result
  }
