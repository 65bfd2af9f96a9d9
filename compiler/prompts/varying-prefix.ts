// Constant text of a prompt behind a variable: a prompt cache reads the longest equal beginning, so such text is never read from it.
import type { TemplateParts } from './template.ts'
import type { ParsedPartials } from './template-uses.ts'

export interface VaryingPrefix {
  readonly variable: string
  /** Its template, and its tag there: for a tag in a partial, the one that includes it. */
  readonly template: number
  readonly at: { readonly start: number; readonly end: number }
  /** Tokens of constant text before it and behind it, estimated. */
  readonly before: number
  readonly behind: number
}

/** An estimate that is low for text other than English, so that no prompt is reported for too little text. */
const LETTERS_PER_TOKEN = 4

/** Inclusions of partials that are followed. */
const MAX_INCLUSIONS = 1_000

/**
 * The first variable that varies; undefined if there is none. Sections are left out: what they render depends on their values.
 * `varies`: whether requests have different values of a variable.
 */
export function varyingPrefix(
  templates: readonly TemplateParts[],
  partials: ParsedPartials,
  varies: (variable: string) => boolean,
): VaryingPrefix | undefined {
  let first: Pick<VaryingPrefix, 'variable' | 'template' | 'at'> | undefined
  let [before, behind, inclusions] = [0, 0, 0]
  const visit = (
    parts: TemplateParts,
    template: number,
    within: VaryingPrefix['at'] | undefined,
    included: readonly string[],
  ): void => {
    for (const part of parts) {
      if (part.kind === 'text') {
        if (first === undefined) before += part.text.length
        else behind += part.text.length
      } else if (part.kind === 'partial') {
        inclusions += 1
        const inner = included.includes(part.id) ? undefined : partials.get(part.id)
        if (inner !== undefined && inclusions <= MAX_INCLUSIONS)
          visit(inner, template, within ?? part, [...included, part.id])
      } else {
        const [variable] = part.path
        if (first === undefined && variable !== undefined && varies(variable))
          first = { variable, template, at: within ?? part }
      }
    }
  }
  for (const [index, template] of templates.entries()) visit(template, index, undefined, [])
  return first && { ...(first as VaryingPrefix), before: tokens(before), behind: tokens(behind) }
}

const tokens = (letters: number): number => Math.floor(letters / LETTERS_PER_TOKEN)

/** A variable with a default mostly has it, and a boolean has few values. */
export const isVarying = (
  variable: { readonly type?: unknown; readonly default?: unknown } | undefined,
): boolean => variable !== undefined && variable.default === undefined && variable.type !== 'boolean'

/** OpenAI: "prompts that are 1024 tokens or longer" (developers.openai.com/api/docs/guides/prompt-caching). */
const OPENAI_MINIMUM = 1024
/**
 * The longest minimum of the vendors that state one: 4,096 for Gemini 3 (ai.google.dev/gemini-api/docs/caching) and for some models of
 * Claude (platform.claude.com/docs/en/build-with-claude/prompt-caching). A vendor with a lower one may save more.
 */
const LONGEST_MINIMUM = 4096

const OPENAI_HOSTS: ReadonlySet<string> = new Set(['openai', 'azure'])

/** Tokens from which a beginning is certainly cached. `provider`: of the catalog. */
export const cacheableTokens = (provider: string | undefined): number =>
  provider !== undefined && OPENAI_HOSTS.has(provider) ? OPENAI_MINIMUM : LONGEST_MINIMUM
