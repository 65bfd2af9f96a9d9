// The prompts of a project: files in, prompts of a bundle out. Partials are read first, since prompts include them.
import type { PlanPrompt } from '../schemas/generated/types.ts'
import { quoteName } from '../schemas/values/format-names.ts'
import { collectDiagnostics, type Diagnostic, type ReportDiagnostic } from './diagnostics/diagnostic.ts'
import { lowerPrompt } from './lower/prompt.ts'
import type { PromptInputs, SourceInput } from './project-input.ts'
import { createDiagnostic } from './read/create-diagnostic.ts'
import { readJson } from './read/json.ts'
import type { ParsedSource, Source } from './source.ts'
import { templateOf, validatePartials } from './validate/validate-partials.ts'
import { type PromptSurroundings, validatePrompt } from './validate/validate-prompt.ts'

export interface CompiledPrompts {
  /** Those without errors, by identifier. */
  readonly prompts: ReadonlyMap<string, CompiledPrompt>
  readonly partials: ReadonlyMap<string, string>
}

export interface CompiledPrompt {
  readonly prompt: PlanPrompt
  /** The source, for its tests. */
  readonly parsed: ParsedSource
}

/** An identifier is part of a path, and of tags of templates. */
const IDENTIFIER = /^[A-Za-z0-9_-]{1,255}$/

export function compilePrompts(
  inputs: PromptInputs,
  surroundings: Omit<PromptSurroundings, 'partials'>,
  report: ReportDiagnostic,
): CompiledPrompts {
  const read = (kind: string, id: string, input: SourceInput): ParsedSource | undefined => {
    if (!IDENTIFIER.test(id))
      report(
        createDiagnostic(
          'malformed-slug',
          { source: input.source, span: { start: 0, end: 0 } },
          `${quoteName(id)} cannot be the identifier of a ${kind}: letters, digits, "_" and "-", at most 255. Rename the file.`,
        ),
      )
    return input.read(input.source, report)
  }
  const readPartials = Array.from(inputs.partials, ([id, input]) => ({
    id,
    parsed: read('partial', id, input),
  })).flatMap(({ id, parsed }) => (parsed === undefined ? [] : [{ id, parsed }]))
  const partials = validatePartials(readPartials, surroundings.catalog, report)
  const prompts = new Map<string, CompiledPrompt>()
  for (const [id, input] of inputs.prompts) {
    const parsed = read('prompt', id, input)
    const prompt = parsed && validatePrompt(parsed, { ...surroundings, partials }, report)
    if (parsed !== undefined && prompt !== undefined) prompts.set(id, { prompt: lowerPrompt(prompt), parsed })
  }
  return {
    prompts,
    partials: new Map(readPartials.map(({ id, parsed }) => [id, templateOf(parsed.value) ?? ''])),
  }
}

/** A prompt that was written through the API, as the JSON of a prompt file. */
export function compileStoredPrompt(
  source: Source,
  surroundings: PromptSurroundings,
): { readonly prompt: PlanPrompt | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const { report, diagnostics } = collectDiagnostics()
  const parsed = readJson(source, report)
  const prompt = parsed && validatePrompt(parsed, surroundings, report)
  return { prompt: prompt && lowerPrompt(prompt), diagnostics }
}
