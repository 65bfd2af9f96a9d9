// Where a request of the cross-dialect recordings may differ from the adapter's, and why. Both were recorded for
// the same scenario, but not always with the same text.

export interface CrossException {
  readonly reason: string
  /** Properties of the body that are not compared, as dotted paths. */
  readonly differs: readonly string[]
}

const RESULT =
  'The recording puts the result of the tool under a name of its own choice; any name is allowed.'
const CLOSED = 'The recording leaves out additionalProperties, which the dialect takes by now.'
const BUDGET =
  'The recording has budgets of its own; the adapter has those of the provider’s compatible interface.'

export const crossExceptions: Readonly<Record<string, CrossException>> = {
  'exclusive-minimum-tool-param': {
    reason: 'The recorded request was refused for exclusiveMinimum, which the adapter says in words instead.',
    differs: ['tools'],
  },
  'json-schema-format-param': {
    reason: `${CLOSED} It also has a temperature and a limit that only this recording asks for.`,
    differs: [
      'generationConfig.responseJsonSchema',
      'generationConfig.temperature',
      'generationConfig.maxOutputTokens',
    ],
  },
  'multimodal-request': {
    reason:
      'The address of the image was recorded in one dialect, its bytes in the other. An adapter fetches nothing.',
    differs: ['contents'],
  },
  'reasoning-effort-low-param': { reason: BUDGET, differs: ['generationConfig'] },
  'reasoning-summary-param': { reason: BUDGET, differs: ['generationConfig'] },
  'text-format-json-schema-param': { reason: CLOSED, differs: ['generationConfig.responseJsonSchema'] },
  'text-format-json-schema-with-description-param': {
    reason: CLOSED,
    differs: ['generationConfig.responseJsonSchema'],
  },
  'tool-call-request': { reason: RESULT, differs: ['contents'] },
  'tool-choice-required-param': { reason: RESULT, differs: ['contents'] },
}
