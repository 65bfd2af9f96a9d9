// Flows of guards, caches, prompts and judges against the nodes that serve requests: whatever a request of a generated config sends is
// listed, and whatever is listed some request sends. Analyses with a planted mistake are found out.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Flow } from '../../../compiler/analyse/flows/flow.ts'
import { flowsOfPlan } from '../../../compiler/analyse/flows/plan-flows.ts'
import { routesOf } from '../../../compiler/analyse/routes.ts'
import { rewritePlan } from '../../../compiler/plan/rewrite-plan.ts'
import { runtimeCatalog } from '../../../runtime/process/catalog.ts'
import type { Bundle, Plan } from '../../../schemas/generated/types.ts'
import { formatPointer } from '../../../schemas/values/pointer.ts'
import {
  type ServiceRun,
  sentPairs,
  serviceBundle,
  serviceConfigs,
  TIERS,
} from '../../support/service-flows.ts'
import { simulationOf } from '../../support/simulated-project.ts'

const catalog = runtimeCatalog()

interface Listing {
  readonly title: string
  readonly list: (plan: Plan, gateway: Bundle['gateway']) => readonly Flow[]
}

const listed = (plan: Plan, gateway: Bundle['gateway']): readonly Flow[] =>
  flowsOfPlan(plan, gateway, catalog).routes.flatMap(({ flows }) => flows)

const without = (title: string, isForgotten: (flow: Flow) => boolean): Listing => ({
  title,
  list: (plan, gateway) => listed(plan, gateway).filter(flow => !isForgotten(flow)),
})

const ofChanged = (title: string, change: Parameters<typeof rewritePlan>[1]): Listing => ({
  title,
  list: (plan, gateway) => listed(rewritePlan(plan, change), gateway),
})

const BROKEN: readonly Listing[] = [
  without('forgets the embeddings of semantic caches', ({ by }) => by.kind === 'embedding'),
  without('forgets what checks send', ({ by }) => by.kind === 'check'),
  without('forgets metadata', ({ carried }) => carried.kind === 'data' && carried.data === 'metadata.*'),
  without('forgets keys of checks', ({ carried, by }) => carried.kind === 'secret' && by.kind === 'check'),
  ofChanged('forgets guards on replies', node => (node.kind === 'guard' ? { ...node, after: [] } : node)),
  ofChanged('takes guards for ones that redact', node =>
    node.kind === 'guard'
      ? {
          ...node,
          before: node.before.map(each => ({
            ...each,
            deny: 'failed' as const,
            checks: each.checks.map(check => ({ ...check, id: 'default.regexReplace', failOnError: true })),
          })),
        }
      : node,
  ),
  ofChanged('lists headers that are not forwarded', node =>
    node.kind === 'call' ? { ...node, forward: ['x-tag'] } : node,
  ),
]

/** Everything of a chat that needs no choice of the caller. */
const pairsOf = (flows: readonly Flow[]): ReadonlySet<string> =>
  new Set(
    flows.flatMap(({ carried, to, opening }) => {
      if (opening !== undefined || to.kind !== 'origin') return []
      const name = carried.kind === 'data' ? carried.data : carried.secret
      return name === 'files' ? [] : [`${name} to ${to.origin}`]
    }),
  )

const DRAWS = Array.from({ length: 12 }, (_, index) => (index + 0.5) / 12)

/** Runs that reach every target with every result before it: all is well, nothing is, or one target is. */
function* runsOf(plan: Plan): Generator<ServiceRun> {
  const targets = routesOf(plan).routes.map(({ pointer }) => formatPointer(pointer))
  const health = [
    () => true,
    () => false,
    ...targets.map(target => (each: string) => each.endsWith(target) || target === ''),
  ]
  for (const isHealthy of health)
    for (const tier of TIERS) for (const draw of DRAWS) yield { tier, draw, isHealthy, accepts: true }
  for (const tier of TIERS) yield { tier, draw: 0, isHealthy: () => true, accepts: false }
}

let runs = 0
let redacted = 0

async function holds({ list }: Listing, bundle: Bundle): Promise<boolean> {
  const plan = bundle.plans['chat']
  if (plan === undefined) return false
  const known = pairsOf(list(plan, bundle.gateway))
  const simulation = simulationOf(bundle)
  const open = new Set(known)
  let beyond = 0
  for (const run of runsOf(plan)) {
    // A few runs more than what is listed needs: they send nothing else.
    if (open.size === 0 && beyond > 8) break
    beyond += open.size === 0 ? 1 : 0
    runs += 1
    for (const pair of await sentPairs(simulation, run)) {
      // Redacted messages are messages.
      const names = [pair, pair.replace(/^redacted /, 'messages ')]
      if (pair.startsWith('redacted ') && known.has(pair)) redacted += 1
      if (!names.some(name => known.has(name))) return false
      for (const name of names) open.delete(name)
    }
  }
  return open.size === 0
}

const property = (listing: Listing) =>
  fc.asyncProperty(serviceConfigs, config => holds(listing, serviceBundle(config)))

describe('flows of guards, caches and prompts', () => {
  it('are what requests send on the nodes that serve them, no more and no less', async () => {
    await fc.assert(property({ title: 'as it is', list: listed }), { numRuns: 100 })
    expect([runs > 1_000, redacted > 20]).toEqual([true, true])
  })

  it.each(BROKEN)('are not those of an analysis that $title', async listing => {
    const { failed } = await fc.check(property(listing), { numRuns: 300, endOnFailure: true })
    expect(failed).toBe(true)
  })
})

it('a service account of a check goes to the token service and, as a token, to the service of the check', async () => {
  const plan = serviceBundle({
    provider: 'openai',
    api_key: '${env:MAIN_KEY}',
    input_guardrails: [
      {
        id: 'armor',
        deny: true,
        'google.modelArmor': {
          projectId: 'my-project',
          location: 'eu',
          templateId: 'strict',
          serviceAccountJson: '${env:ACCOUNT}',
          failOnError: true,
        },
      },
    ],
  } as never)
  const chat = plan.plans['chat'] as Plan
  const pairs = Array.from(pairsOf(listed(chat, plan.gateway)))
  expect(pairs.filter(pair => pair.startsWith('env:ACCOUNT'))).toEqual([
    'env:ACCOUNT to https://modelarmor.eu.rep.googleapis.com',
    'env:ACCOUNT to https://oauth2.googleapis.com',
  ])
  const sent = await sentPairs(simulationOf(plan), {
    tier: TIERS[0],
    draw: 0,
    isHealthy: () => true,
    accepts: true,
  } as never)
  expect(Array.from(sent)).toContain('messages to https://modelarmor.eu.rep.googleapis.com')
})
