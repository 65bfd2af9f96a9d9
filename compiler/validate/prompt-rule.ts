// The type of a rule about prompts: one statement about valid prompts, in a file named after it.
import type { JsonObject } from '../../schemas/values/json.ts'
import type { Pointer } from '../../schemas/values/pointer.ts'
import type { Fix, Location } from '../diagnostics/diagnostic.ts'
import type { DiagnosticCode } from '../diagnostics/messages.ts'
import type { TemplateParts } from '../prompts/template.ts'
import type { ParsedPartials } from '../prompts/template-uses.ts'
import type { ReportAt } from './report.ts'
import type { RuleContext } from './rule-context.ts'

/** A template of a prompt or partial. */
export interface PromptTemplate {
  readonly pointer: Pointer
  readonly text: string
  /** Empty after a mistake in it. */
  readonly template: TemplateParts
}

export interface PromptRuleContext {
  /** The prompt as the one node of a config, for what the rules of configs say about providers. */
  readonly config: RuleContext
  readonly prompt: JsonObject
  readonly templates: readonly PromptTemplate[]
  /** False after a mistake in a template: what the templates use is not known. */
  readonly isReadable: boolean
  readonly partials: ParsedPartials
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
