// Where two recordings of one scenario differ in what they request, or one dialect does not support what the other
// does. The remaining parts of the two requests must be equal; an unused entry fails the suite.
import { crossExceptions as ofAnthropic } from '../runtime/providers/anthropic/cross-exceptions.ts'
import { crossExceptions as ofGoogle } from '../runtime/providers/google/cross-exceptions.ts'
import type { Crossing } from './cross-dialect.ts'

export interface Difference {
  readonly group: RegExp
  readonly from?: RegExp
  readonly to: RegExp
  /** Properties that are not compared, as dotted paths. */
  readonly differs: readonly string[]
  readonly reason: string
}

const exactly = (name: string): RegExp => new RegExp(`^${name}$`)

/** The exceptions of the dialect suites apply to every inbound dialect. */
const known = (
  to: string,
  exceptions: Readonly<Record<string, Pick<Difference, 'differs' | 'reason'>>>,
): readonly Difference[] =>
  Object.entries(exceptions).map(([group, { differs, reason }]) => ({
    ...{ group: exactly(group), to: exactly(to), differs, reason },
  }))

const EFFORT = 'Only the responses recording requests an effort.'
const OTHER_PROMPT = 'The two recordings have different prompts.'
const OTHER_IMAGE = 'The recordings contain different images, or a URL in one and bytes in the other.'
const EXPLICIT_CHOICE = 'The inbound recording has an explicit default tool choice; the other has none.'

export const differences: readonly Difference[] = [
  ...known('anthropic', ofAnthropic),
  ...known('google', ofGoogle),
  {
    group: /^(complex-reasoning-request|reasoning-with-output)$/,
    from: /^responses$/,
    to: /./,
    differs: ['thinking', 'max_tokens', 'additionalModelRequestFields', 'generationConfig.thinkingConfig'],
    reason: EFFORT,
  },
  {
    group: /^reasoning-with-output$/,
    from: /^responses$/,
    to: /^google$/,
    differs: ['generationConfig'],
    reason: `${EFFORT} The other has no such parameter.`,
  },
  {
    group: /^tool-choice-required-param$/,
    from: /^responses$/,
    to: /^anthropic$/,
    differs: ['messages'],
    reason: 'The two models called the tool with different arguments ("Tokyo, Japan" and "Tokyo").',
  },
  {
    group: /^instructions-param$/,
    from: /^(responses|anthropic)$/,
    to: /^google$/,
    differs: ['systemInstruction'],
    reason: 'The recordings have different instructions.',
  },
  {
    group: /^metadata-param$/,
    from: /^responses$/,
    to: /^anthropic$/,
    differs: ['messages'],
    reason: OTHER_PROMPT,
  },
  {
    group: /^reasoning-summary-param$/,
    from: /^responses$/,
    to: /./,
    differs: ['messages', 'contents'],
    reason: OTHER_PROMPT,
  },
  {
    group: /^stop-sequences-param$/,
    from: /^anthropic$/,
    to: /^google$/,
    differs: ['contents'],
    reason: OTHER_PROMPT,
  },
  {
    group: /^text-format-json-schema/,
    from: /^responses$/,
    to: /./,
    differs: ['messages', 'contents'],
    reason: OTHER_PROMPT,
  },
  { group: /^multimodal-request$/, to: /^bedrock$/, differs: ['messages'], reason: OTHER_IMAGE },
  {
    group: /^parallel-tool-calls-request$/,
    from: /^anthropic$/,
    to: /^bedrock$/,
    differs: ['toolConfig.toolChoice'],
    reason: EXPLICIT_CHOICE,
  },
  {
    group: /^parallel-tool-calls-request$/,
    from: /^anthropic$/,
    to: /^google$/,
    differs: ['toolConfig'],
    reason: EXPLICIT_CHOICE,
  },
  {
    group: /^simple-request-truncated$/,
    from: /^anthropic$/,
    to: /^google$/,
    differs: ['contents'],
    reason: 'One model was truncated before any output, the other after its first words.',
  },
]

export const differencesOf = ({ group, from, to }: Crossing): readonly Difference[] =>
  differences.filter(each => each.group.test(group) && each.to.test(to) && (each.from?.test(from) ?? true))
