// What fallbacks lose against the runtime: what the section says of a pair of targets is what is left out, changed or
// refused when the first of them is busy.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CapabilityLoss } from '../../../compiler/analyse/capabilities.ts'
import { SAMPLE_CHATS, SIGNATURE } from '../../../runtime/providers/sample-chats.ts'
import { targets } from '../../runtime/link/fallback-dialects/targets.ts'
import { pairsOf } from '../../support/capability-pairs.ts'
import {
  type CapabilityTarget,
  type ChatRun,
  configOf,
  fallbackOf,
  keyOf,
  runChats,
} from '../../support/capability-runs.ts'
import { realCatalog } from '../../support/catalog.ts'
import { runs } from '../../support/property-seed.ts'

const OVERRIDES = { temperature: 0.4, seed: 7, reasoning_effort: 'xhigh', stop: ['END'] }
const anyTarget: fc.Arbitrary<CapabilityTarget> = fc.record({
  target: fc.constantFrom(...targets),
  overrides: fc.subarray(Object.entries(OVERRIDES)).map(entries => Object.fromEntries(entries)),
})

const NONE: ChatRun = { dropped: new Set(), isRefused: false, sent: '' }
const minus = (names: Iterable<string>, ...others: readonly ReadonlySet<string>[]): ReadonlySet<string> =>
  new Set([...names].filter(name => !others.some(each => each.has(name))))

type Change = (losses: readonly CapabilityLoss[]) => readonly CapabilityLoss[]

/** Whether what is said of each feature is what happened. */
async function holds(first: CapabilityTarget, second: CapabilityTarget, change: Change): Promise<boolean> {
  const losses = change(pairsOf(fallbackOf(first, second))[0]?.losses ?? [])
  const before = await runChats(configOf(first))
  const after = await runChats(fallbackOf(first, second))
  const toldOf = (key: string): readonly CapabilityLoss[] =>
    losses.filter(loss => (loss.feature === 'override' ? 'plain' : keyOf(loss)) === key)
  const isSet = (name: string): boolean => name in first.overrides || name in second.overrides
  const samples = SAMPLE_CHATS.filter(({ chat }) => !Object.keys(chat).some(isSet))
  const cases = [
    { key: 'plain', said: [] },
    ...samples.map(sample => ({ key: keyOf(sample), said: ['plain', ...(sample.combines ?? [])] })),
  ]
  return (
    losses.every(loss => isSeen(loss, before, after)) &&
    cases.every(({ key, said }) =>
      agrees(toldOf(key), ownOutcome(before, key, said), ownOutcome(after, key, said)),
    )
  )
}

type Runs = ReadonlyMap<string, ChatRun>

/** What a chat came to, without what is said of the chats that it combines. */
function ownOutcome(runs: Runs, key: string, said: readonly string[]) {
  const { dropped, isRefused } = runs.get(key) ?? NONE
  const others = said.map(each => runs.get(each) ?? NONE)
  return {
    names: minus(dropped, ...others.map(run => run.dropped)),
    isRefused,
    wasSaid: others.some(run => run.isRefused),
  }
}

function agrees(
  told: readonly CapabilityLoss[],
  before: ReturnType<typeof ownOutcome>,
  after: ReturnType<typeof ownOutcome>,
): boolean {
  if (before.isRefused) return told.length === 0
  if (after.wasSaid) return true
  const isToldRefused = told.some(({ kind }) => kind === 'refused')
  if (after.isRefused || isToldRefused) return after.isRefused === isToldRefused
  const names = new Set(told.flatMap(({ parameters }) => parameters))
  return minus(after.names, before.names, names).size === 0 && minus(names, after.names).size === 0
}

/** Whether the body that was sent is the one that a loss speaks of. */
function isSeen(loss: CapabilityLoss, before: Runs, after: Runs): boolean {
  const bodyOf = (runs: Runs, key: string): string => (runs.get(key) ?? NONE).sent
  const body = bodyOf(after, keyOf(loss))
  if (loss.feature === 'signatures of thinking')
    return bodyOf(before, keyOf(loss)).includes(SIGNATURE) && !body.includes(SIGNATURE)
  if (loss.feature === 'reasoning effort' && loss.becomes !== undefined)
    return body === bodyOf(after, `reasoning effort ${loss.becomes}`)
  return loss.feature !== 'parameter' || (loss.kind === 'left-out') === (body === bodyOf(after, 'plain'))
}

const isOf =
  (kind: CapabilityLoss['kind']) =>
  (loss: CapabilityLoss): boolean =>
    loss.kind === kind

/** Sections with a mistake in them. */
const broken: readonly (readonly [title: string, change: Change])[] = [
  ['loses nothing', () => []],
  ['forgets refusals', losses => losses.filter(loss => !isOf('refused')(loss))],
  ['forgets changes', losses => losses.filter(loss => !isOf('changed')(loss))],
  ['forgets overrides', losses => losses.filter(({ feature }) => feature !== 'override')],
  [
    'takes changes for losses',
    losses => losses.map(loss => (isOf('changed')(loss) ? { ...loss, kind: 'left-out' } : loss)),
  ],
  [
    'names another effort',
    losses => losses.map(loss => (loss.becomes === undefined ? loss : { ...loss, becomes: 'medium' })),
  ],
  [
    'loses what the next target takes',
    losses => [...losses, { feature: 'parameter', value: 'stop', kind: 'left-out', parameters: ['stop'] }],
  ],
  [
    'loses signatures that were not there',
    losses => [
      ...losses,
      { feature: 'signatures of thinking', value: 'Claude', kind: 'left-out', parameters: [] },
    ],
  ],
]

describe('what a fallback loses', () => {
  const property = (change: Change) =>
    fc.asyncProperty(anyTarget, anyTarget, (first, second) => holds(first, second, change))

  it('is what the next target does not get', async () => {
    await fc.assert(
      property(losses => losses),
      { numRuns: runs(24) },
    )
  })

  it.each(broken)('is not what an analysis says that %s', async (_title, change) => {
    expect((await fc.check(property(change), { numRuns: 400, endOnFailure: true })).failed).toBe(true)
  })
})

describe('an override for which every chat is rejected', () => {
  it('is left out or changed in every chat, and some are', async () => {
    let count = 0
    for (const target of targets) {
      const spec = realCatalog.provider(target.stored['provider'] as string)
      const overrides = { ...OVERRIDES, top_k: 5, logit_bias: { '50256': -100 } }
      const names =
        spec === undefined
          ? []
          : realCatalog.alwaysDroppedOverrides(spec, { model: target.model, ...overrides })
      count += names.length
      const runs = await runChats(configOf({ target, overrides }))
      for (const [key, { dropped, isRefused }] of runs)
        expect(isRefused ? [] : names.filter(name => !dropped.has(name)), `${target.name}: ${key}`).toEqual(
          [],
        )
    }
    expect(count).toBeGreaterThan(0)
  })
})
