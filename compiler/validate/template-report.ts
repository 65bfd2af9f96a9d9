// Reads the templates of a file, and reports mistakes at their tags.
import type { Pointer } from '../../schemas/values/pointer.ts'
import type { ReportDiagnostic } from '../diagnostics/diagnostic.ts'
import { locateTag } from '../prompts/locate-tag.ts'
import { parseTemplate } from '../prompts/parse-template.ts'
import { createDiagnostic } from '../read/create-diagnostic.ts'
import type { ParsedSource } from '../source.ts'
import type { PromptTemplate, ReportTag } from './prompt-rule.ts'

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
    const result: PromptTemplate = { pointer, text, template: errors.length > 0 ? [] : template }
    for (const error of errors) reportTag('malformed-template', result, error, error.message)
    return result
  }
