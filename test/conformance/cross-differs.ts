// Where two recordings of one intention do not ask for the same themselves, or one cannot say what the other does. What
// is left of the two requests must be equal; an entry that no crossing needs fails the suite.
import { crossExceptions as ofAnthropic } from '../runtime/providers/anthropic/cross-exceptions.ts'
import { crossExceptions as ofGoogle } from '../runtime/providers/google/cross-exceptions.ts'
import type { Crossing } from './cross.ts'

export interface Difference {
  readonly group: RegExp
  readonly from?: RegExp
  readonly to: RegExp
  /** Properties that are not compared, with dots for inner ones. */
  readonly differs: readonly string[]
  readonly reason: string
}

const exactly = (name: string): RegExp => new RegExp(`^${name}$`)

/** The reasons of the suites of the dialects hold for every inbound dialect. */
const known = (
  to: string,
  exceptions: Readonly<Record<string, Pick<Difference, 'differs' | 'reason'>>>,
): readonly Difference[] =>
  Object.entries(exceptions).map(([group, { differs, reason }]) => ({
    ...{ group: exactly(group), to: exactly(to), differs, reason },
  }))

const EFFORT = 'Only the recording of responses asks for an effort.'
const OTHER_WORDS = 'The two recordings ask in different words.'
const PICTURE = 'The recordings hold different pictures, or its address in one and its bytes in the other.'
const ALOUD = 'The inbound recording says the default choice of a tool aloud; the other says none.'

export const differences: readonly Difference[] = [
  ...known('anthropic', ofAnthropic),
  ...known('google', ofGoogle),
  {
    group: /^(complex-reasoning-request|reasoning-with-output)$/,
    from: /^responses$/,
    to: /./,
    differs: ['output_config', 'additionalModelRequestFields', 'generationConfig.thinkingConfig'],
    reason: EFFORT,
  },
  {
    group: /^reasoning-with-output$/,
    from: /^responses$/,
    to: /^google$/,
    differs: ['generationConfig'],
    reason: `${EFFORT} The other asks for nothing at all.`,
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
    reason: 'The recordings give different instructions.',
  },
  {
    group: /^metadata-param$/,
    from: /^responses$/,
    to: /^anthropic$/,
    differs: ['messages'],
    reason: OTHER_WORDS,
  },
  {
    group: /^reasoning-summary-param$/,
    from: /^responses$/,
    to: /./,
    differs: ['messages', 'contents'],
    reason: OTHER_WORDS,
  },
  {
    group: /^stop-sequences-param$/,
    from: /^anthropic$/,
    to: /^google$/,
    differs: ['contents'],
    reason: OTHER_WORDS,
  },
  {
    group: /^text-format-json-schema/,
    from: /^responses$/,
    to: /./,
    differs: ['messages', 'contents'],
    reason: OTHER_WORDS,
  },
  { group: /^multimodal-request$/, to: /^bedrock$/, differs: ['messages'], reason: PICTURE },
  {
    group: /^parallel-tool-calls-request$/,
    from: /^anthropic$/,
    to: /^bedrock$/,
    differs: ['toolConfig.toolChoice'],
    reason: ALOUD,
  },
  {
    group: /^parallel-tool-calls-request$/,
    from: /^anthropic$/,
    to: /^google$/,
    differs: ['toolConfig'],
    reason: ALOUD,
  },
  {
    group: /^simple-request-truncated$/,
    from: /^anthropic$/,
    to: /^google$/,
    differs: ['contents'],
    reason: 'One model was cut before it had said anything, the other after its first words.',
  },
]

export const differencesOf = ({ group, from, to }: Crossing): readonly Difference[] =>
  differences.filter(each => each.group.test(group) && each.to.test(to) && (each.from?.test(from) ?? true))
