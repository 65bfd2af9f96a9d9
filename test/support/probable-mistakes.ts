// The codes of what is valid and probably not meant. Configs of tests are as small as they can be, so that many have such a mistake.
export const PROBABLE_MISTAKES = [
  'guardrail-without-consequence',
  'misspelled-model',
  'misspelled-parameter',
  'model-of-another-vendor',
  'never-falls-back',
  'override-out-of-range',
  'pattern-never-matches',
  'repeated-target',
  'retried-refusal',
  'suspicious-status',
  'suspicious-time',
  'unused-definition',
  'value-never-occurs',
] as const

export const isProbableMistake = (code: string): boolean => PROBABLE_MISTAKES.some(each => each === code)
