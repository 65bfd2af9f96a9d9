// Where a request of the cross-dialect recordings may differ from the adapter's, and why. Both were recorded for
// the same scenario, but not always with the same text.

export interface CrossException {
  readonly reason: string
  /** Properties of the body that are not compared. */
  readonly differs: readonly string[]
}

export const crossExceptions: Readonly<Record<string, CrossException>> = {
  'instructions-param': {
    reason: 'The two recordings give different instructions ("Always say ok." and "Say OK").',
    differs: ['system'],
  },
  'metadata-param': {
    reason: 'The recordings carry different metadata; what the vendor calls so is dropped and named.',
    differs: ['metadata'],
  },
  'multimodal-request': {
    reason:
      'The address of the image was recorded in one dialect, its bytes in the other. An adapter fetches nothing.',
    differs: ['messages'],
  },
  'parallel-tool-calls-request': {
    reason: 'The recording says the default choice aloud; the request to translate says none.',
    differs: ['tool_choice'],
  },
  'reasoning-effort-low-param': {
    reason: 'The recording has an effort alone, which starts no thinking on its model.',
    differs: ['thinking'],
  },
  'reasoning-summary-param': {
    reason: 'The recording has an effort alone, which starts no thinking on its model.',
    differs: ['thinking'],
  },
  'stop-sequences-param': {
    reason: 'The two recordings ask in different words ("Count from 1 to 20." and "Count to 20.").',
    differs: ['messages'],
  },
  'tool-choice-required-param': {
    reason: 'Only the recording of the vendor has a strict tool and a closed schema.',
    differs: ['tools'],
  },
}
