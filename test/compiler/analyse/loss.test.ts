// What a loss does against the runtime and the executor of plans: for generated configs, calls of lost targets are refused.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conditionFields } from '../../../compiler/analyse/conditions/field-values.ts'
import { classesOf } from '../../../compiler/analyse/loss/loss-classes.ts'
import type { Fate } from '../../../compiler/analyse/loss/lost-targets.ts'
import {
  type LossEnd,
  type LossModel,
  type LossWalk,
  walkLoss,
} from '../../../compiler/analyse/loss/walk-loss.ts'
import { STANDALONE } from '../../../compiler/facts/environment.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import { optimise } from '../../../compiler/optimise/optimise.ts'
import { walkPlan } from '../../../compiler/plan/walk-plan.ts'
import type { CallNode, Config } from '../../../schemas/generated/types.ts'
import { formatPointer } from '../../../schemas/values/pointer.ts'
import { draws } from '../../support/arbitrary-config.ts'
import { requests } from '../../support/arbitrary-query.ts'
import { failingConfigs } from '../../support/failing-configs.ts'
import { execute } from '../../support/plan-executor.ts'
import { fieldValue, predicateHolds } from '../../support/plan-predicate.ts'
import { runs } from '../../support/property-seed.ts'
import { onHosts, traceRoute } from '../../support/route-trace.ts'
import type { RoutedRequest } from '../../support/routing-environment.ts'
import { tinyCatalog } from '../../support/tiny-catalog.ts'

const nameOf = (pointer: string): string => (pointer === '' ? 'config' : `config.${formatPointer(pointer)}`)

const losses = fc.record({
  draws,
  hosts: fc.array(fc.nat(3), { minLength: 1, maxLength: 6 }),
  lost: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
})
type LossNumbers = typeof losses extends fc.Arbitrary<infer T> ? T : never

const NAMES = ['one', 'two', 'three', 'four']

/** Targets are lost by their hosts. */
function placed(config: Config, { hosts, lost }: LossNumbers) {
  const plan = optimise(
    lowerConfig(
      onHosts(config, leaf => hosts[leaf % hosts.length] ?? 0),
      tinyCatalog,
      STANDALONE,
    ),
  )
  const hostOf = ({ binding }: CallNode): number => {
    const address = binding.from === 'own' ? binding.baseUrl : (binding.customHost ?? '')
    return NAMES.findIndex(name => address.includes(`//${name}.`))
  }
  const fateOf = (call: CallNode): Fate => ({ kind: lost[hostOf(call)] === true ? 'lost' : 'remains' })
  return { plan, fateOf }
}

type Change = (walk: LossWalk) => LossWalk

async function runtimeAgrees(config: Config, numbers: LossNumbers, change: Change): Promise<boolean> {
  const { plan, fateOf } = placed(config, numbers)
  const { classes, leavesOthers } = classesOf(plan, fateOf)
  const run = async (metadata: object, params: object) =>
    await traceRoute(plan, {
      stream: false,
      draws: numbers.draws,
      outcomeOf: host =>
        numbers.lost[host] === true
          ? { kind: 'failure', cause: 'refused' }
          : { kind: 'status', statuses: [[200, 200]] },
      requestFails: false,
      replyFails: false,
      metadata,
      // Of a field that the example does not have, conditions read nothing.
      body: { model: undefined, ...params },
    })
  // The bodies of runs are chats, whatever else an example has.
  const readsMore = conditionFields(plan).some(
    ({ from, path }) => from === 'params' && (path.length > 1 || path[0] !== 'model'),
  )
  if (readsMore) return true
  for (const { example, after, verdict } of classes.slice(0, 4)) {
    if (example === undefined || example.path !== '/v1/chat/completions') continue
    const { status, target } = await run(example.metadata, example.params)
    // The gateway refuses a body that no chat has before any target is called: a condition may ask for a number as the model.
    if (status === 400 && target === undefined) continue
    const { ends } = change(after)
    // A strategy without lost targets is one end, whichever of its targets replies.
    const isAt = (end: LossEnd): boolean =>
      target === undefined ||
      (end.call === undefined ? target.startsWith(nameOf(end.pointer)) : target === nameOf(end.pointer))
    const isEnd = ends.some(end => end.share > 0 && end.status === status && isAt(end))
    if (!isEnd) return false
    if (verdict === 'fails' && status < 400) return false
    if (verdict === 'goes-on' && status !== 200) return false
  }
  if (classes.length > 0 || !leavesOthers) return true
  return (await run({}, {})).status === 200
}

const RUNS = 400

/** The child of each conditional by the executor's own predicates. */
const chosenFor =
  (request: RoutedRequest): LossModel['choose'] =>
  ({ steps, otherwise }) => {
    for (const step of steps) {
      if ('when' in step) {
        if (predicateHolds(step.when, request)) return step.then
        continue
      }
      const value = fieldValue(step.field, request)
      if (typeof value === 'string' && Object.hasOwn(step.table, value)) return step.table[value]
    }
    return otherwise
  }

/** Open circuits, and the shares: many random numbers in the executor of plans. */
function executorAgrees(
  config: Config,
  numbers: LossNumbers,
  request: RoutedRequest,
  change: Change,
): boolean {
  const { plan, fateOf } = placed(config, numbers)
  const calls = new Map(
    walkPlan(plan).flatMap(({ pointer, node }) => (node.kind === 'call' ? [[pointer, node]] : [])),
  )
  const isLost = (pointer: string): boolean => {
    const call = calls.get(pointer)
    return call !== undefined && fateOf(call).kind === 'lost'
  }
  let state = 1
  const draw = (): number => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  return (['closed', 'open'] as const).every(circuits => {
    const { ends } = change(walkLoss({ plan, fateOf, circuits, choose: chosenFor(request) }))
    const found = new Map<string, number>()
    for (let run = 0; run < RUNS; run += 1) {
      const { status, pointer } = execute(plan, request, {
        isOpen: at => circuits === 'open' && isLost(at),
        draw,
        denies: () => false,
        call: ({ pointer: at }) =>
          isLost(at) ? { status: 502, network: true, error: 'connection' } : { status: 200 },
      })
      const key = `${pointer} ${status}`
      found.set(key, (found.get(key) ?? 0) + 1 / RUNS)
    }
    const expected = new Map(ends.map(end => [`${end.pointer} ${end.status}`, end.share]))
    // Five standard deviations.
    return [...new Set([...found.keys(), ...expected.keys()])].every(
      key => Math.abs((found.get(key) ?? 0) - (expected.get(key) ?? 0)) < 0.125,
    )
  })
}

const failuresOf = ({ ends }: LossWalk): string =>
  JSON.stringify(
    ends.flatMap(({ pointer, status, share, code }) =>
      code === undefined ? [] : [[pointer, status, Number(share.toPrecision(9))]],
    ),
  )

/** A request that reaches a lost target fails as one of the classes does. */
function hasClass(config: Config, numbers: LossNumbers, request: RoutedRequest): boolean {
  const { plan, fateOf } = placed(config, numbers)
  const { classes, leavesOthers, isCutOff } = classesOf(plan, fateOf)
  const walk = walkLoss({ plan, fateOf, circuits: 'closed', choose: chosenFor(request) })
  const isTouched = Array.from(walk.calls.values()).some(({ call }) => fateOf(call).kind === 'lost')
  if (!isTouched) return leavesOthers || isCutOff
  return isCutOff || classes.some(({ after }) => failuresOf(after) === failuresOf(walk))
}

const unchanged: Change = walk => walk

/** Mistakes that the comparisons must detect. */
const MISTAKES: readonly (readonly [string, Change])[] = [
  [
    'lets all requests go on',
    walk => ({ ...walk, ends: walk.ends.map(({ code: _, ...end }) => ({ ...end, status: 200 })) }),
  ],
  [
    'forgets the first target that replies',
    walk => ({ ...walk, ends: walk.ends.length > 1 ? walk.ends.slice(1) : walk.ends }),
  ],
]

describe('a loss', () => {
  it('does to the examples of its classes what it says', async () => {
    await fc.assert(
      fc.asyncProperty(failingConfigs, losses, (config, numbers) =>
        runtimeAgrees(config, numbers, unchanged),
      ),
      { numRuns: runs(200) },
    )
  })

  it('divides the requests as it says, while circuits are closed and open', () => {
    fc.assert(
      fc.property(failingConfigs, losses, requests, (config, numbers, request) =>
        executorAgrees(config, numbers, request, unchanged),
      ),
      { numRuns: runs(150) },
    )
  })

  it('has a class for every request that reaches a lost target', () => {
    fc.assert(
      fc.property(failingConfigs, losses, requests, (config, numbers, request) =>
        hasClass(config, numbers, request),
      ),
      { numRuns: runs(600) },
    )
  })

  it.each(MISTAKES)('is not one that %s', async (_title, change) => {
    const property = fc.asyncProperty(
      failingConfigs,
      losses,
      requests,
      async (config, numbers, request) =>
        executorAgrees(config, numbers, request, change) && (await runtimeAgrees(config, numbers, change)),
    )
    expect((await fc.check(property, { numRuns: 1_000, endOnFailure: true })).failed).toBe(true)
  })
})
