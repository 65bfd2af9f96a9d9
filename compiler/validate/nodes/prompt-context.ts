// What rules about prompts are given: the prompt and its templates as read, and how mistakes at tags are reported. A rule is one statement
// about valid prompts, in a file named after it.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { Pointer } from '../../../schemas/values/pointer.ts'
import { type Fix, type Location, locationOf, type ReportDiagnostic } from '../../diagnostics/diagnostic.ts'
import type { DiagnosticCode } from '../../diagnostics/messages.ts'
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

/** The edit of a tag that names what is not there, if one name was probably meant. */
export function renameInTag(
  location: Location,
  name: string,
  [near, ...others]: readonly string[],
): Fix | undefined {
  const { source, span } = location
  const tag = source.text.slice(span.start, span.end)
  return near === undefined || others.length > 0 || !tag.includes(name)
    ? undefined
    : { location, text: tag.replace(name, () => near) }
}

/**
 * Where a tag of a template is in the file that contains the template. A string of YAML may be indented, folded or quoted, so the tag is
 * searched for in the text of the value; a tag that is spelled differently there is at the value itself.
 */
function locateTag(
  parsed: ParsedSource,
  pointer: Pointer,
  template: string,
  { start, end }: { readonly start: number; readonly end: number },
): Location {
  const location = locationOf(parsed, pointer)
  const { source, span } = location
  const tag = template.slice(start, end)
  const written = source.text.slice(span.start, span.end)
  const at = tag === '' ? -1 : occurrence(written, tag, countOf(template.slice(0, start), tag))
  return at < 0
    ? location
    : { ...location, span: { ...span, start: span.start + at, end: span.start + at + tag.length } }
}

function countOf(text: string, part: string): number {
  let count = 0
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count += 1
  return count
}

/** The offset of a part after `before` others of it; -1 if there are fewer. */
function occurrence(text: string, part: string, before: number): number {
  let at = text.indexOf(part)
  for (let count = 0; count < before && at >= 0; count += 1) at = text.indexOf(part, at + part.length)
  return at
}
