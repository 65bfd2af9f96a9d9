// Steps that move a label, drawn and in sequences.
import fc from 'fast-check'
import { CONFIGS, type Step } from './roll-back-model.ts'

const release = fc.integer({ min: 1, max: 4 })
const config = fc.constantFrom(...CONFIGS)
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('push' as const),
      changed: fc.subarray(CONFIGS),
      without: fc.constantFrom('', '', '', 'fast'),
      promote: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('promote' as const), release }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('canary' as const),
      release,
      percent: fc.constantFrom(0, 10, 50, 99),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('promote config' as const),
      config,
      version: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('roll back' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('roll back to' as const), release }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('roll back config' as const), config }) },
)

export const pushOf = (...changed: readonly string[]): Step => ({
  kind: 'push',
  changed,
  without: '',
  promote: true,
})
const BACK: Step = { kind: 'roll back' }

/** The findings, and sequences that once broke the law. */
export const SEQUENCES: Readonly<Record<string, readonly Step[]>> = {
  'a roll-back after the roll-back of a config': [
    pushOf('chat', 'fast'),
    pushOf('chat'),
    { kind: 'roll back config', config: 'chat' },
    BACK,
    BACK,
  ],
  'a version that several releases share': [
    pushOf('chat'),
    pushOf('chat'),
    pushOf('fast'),
    { kind: 'roll back config', config: 'chat' },
    BACK,
    BACK,
  ],
  'a canary that was raised': [
    pushOf('chat'),
    { ...(pushOf('chat') as Step & { kind: 'push' }), promote: false },
    { kind: 'canary', release: 2, percent: 10 },
    { kind: 'canary', release: 2, percent: 50 },
    BACK,
    BACK,
  ],
  'a canary that was finished': [
    pushOf('chat'),
    { ...(pushOf('chat') as Step & { kind: 'push' }), promote: false },
    { kind: 'canary', release: 2, percent: 50 },
    { kind: 'canary', release: 2, percent: 10 },
    { kind: 'promote', release: 2 },
    BACK,
    BACK,
  ],
  'a release that was promoted twice': [
    pushOf('chat'),
    pushOf('chat'),
    { kind: 'promote', release: 1 },
    { kind: 'promote', release: 2 },
    BACK,
    BACK,
  ],
}
