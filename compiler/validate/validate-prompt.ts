// Validates a parsed prompt: its structure, its templates, and what they use. All mistakes are reported, in source order;
// nothing is changed or defaulted.
import { shapes } from '../../schemas/generated/facts.ts'
import type { Prompt } from '../../schemas/generated/types.ts'
import { prompt as validator } from '../../schemas/generated/validators/prompt.js'
import { collectDiagnostics, hasErrors, type ReportDiagnostic } from '../diagnostics/diagnostic.ts'
import type { Catalog } from '../facts/catalog.ts'
import type { CompileEnvironment } from '../facts/environment.ts'
import { templateStrings } from '../prompts/message-strings.ts'
import type { ParsedPartials } from '../prompts/template-uses.ts'
import type { ParsedSource } from '../source.ts'
import { finishReport } from './finish-report.ts'
import { guardsOfNodes } from './nodes/guards.ts'
import type { HasPartialVersion, PromptRuleContext } from './nodes/prompt-context.ts'
import { createTagReport, createTemplateReader } from './nodes/prompt-context.ts'
import { configNodes } from './nodes/rule-context.ts'
import { isFileVersion } from './prompt-rules/partials-exist.ts'
import { promptRules } from './prompt-rules.ts'
import { createReportAt } from './reporting/report.ts'
import { propertyNamesOf } from './structure/property-names.ts'
import { validateStructure } from './structure/validate-structure.ts'
import { isJsonObject, ownProperty } from './values/json-values.ts'

/** What a prompt may refer to. */
export interface PromptSurroundings {
  readonly environment: CompileEnvironment
  readonly catalog: Catalog
  readonly partials: ParsedPartials
  /** Whether a partial has a version or label; absent for files, which have one. */
  readonly hasPartialVersion?: HasPartialVersion
  /** The identifiers of the saved configs. */
  readonly configs: readonly string[]
}

/** The names that a prompt may have at its root besides parameters. */
const PROMPT_NAMES: readonly string[] = Object.keys(shapes['Prompt'] ?? {}).filter(name => name !== 'model')

/** The prompt, unchanged, or undefined after an error. Never throws, whatever the value. */
export function validatePrompt(
  parsed: ParsedSource,
  { environment, catalog, partials, hasPartialVersion = isFileVersion, configs }: PromptSurroundings,
  report: ReportDiagnostic,
): Prompt | undefined {
  const { report: collectReport, diagnostics } = collectDiagnostics()
  const structure = validateStructure(
    parsed,
    validator,
    propertyNamesOf('Prompt'),
    createReportAt(parsed, collectReport),
  )
  const { value } = parsed
  if (isJsonObject(value)) {
    const reportAt = createReportAt(parsed, collectReport, structure.reported)
    const reportTag = createTagReport(parsed, collectReport)
    const read = createTemplateReader(reportTag)
    const templates = Array.from(
      templateStrings(ownProperty(value, 'messages') ?? null, '/messages'),
      ([pointer, text]) => read(pointer, text),
    )
    const context: PromptRuleContext = {
      config: {
        root: 'config',
        parsed,
        catalog,
        environment,
        structure,
        nodes: configNodes(targetOf(value), '', structure),
        guards: guardsOfNodes([], catalog),
        knownGuards: new Map(),
      },
      prompt: value,
      templates,
      isReadable: !diagnostics.some(({ code }) => code === 'malformed-template'),
      partials,
      hasPartialVersion,
      configs,
      ownNames: PROMPT_NAMES,
    }
    for (const rule of promptRules) rule(context, reportAt, reportTag)
  }
  finishReport(diagnostics, parsed, 'Prompt', catalog, report)
  return isPrompt(value) && !hasErrors(diagnostics) ? value : undefined
}

/** The part of a prompt that names its provider, as a config has it. */
const targetOf = (value: PromptRuleContext['prompt']): PromptRuleContext['prompt'] =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name === 'provider' || name === 'virtual_key'))

/** The validator guarantees the type. */
const isPrompt = (value: unknown): value is Prompt => validator(value)
