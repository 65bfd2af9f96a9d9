// Generated dynamic routes of Cloudflare decide as its documentation says after the import: a model of the documentation of our own walks
// the graph, and is compared with the imported project in the simulation, request by request.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decidingProject, pickByWeight } from '../../support/imported-decisions.ts'
import { importText } from '../../support/imported-project.ts'

const PROVIDERS = ['openai', 'anthropic', 'groq', 'mistral'] as const
const STATUSES = [200, 400, 429, 500] as const
const RETRIED = [429, 500]

type Condition = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** An element of the route; its outputs are numbers of later elements, and the end if there are none. */
type Element =
  | { readonly type: 'conditional'; readonly condition: Condition; readonly yes: number; readonly no: number }
  | { readonly type: 'percentage'; readonly share: number; readonly first: number; readonly rest: number }
  | {
      readonly type: 'model'
      readonly provider: string
      readonly model: string
      readonly retries: number
      readonly fallback: number
    }

const condition: fc.Arbitrary<Condition> = fc.constantFrom<Condition>(
  { 'metadata.plan': { $eq: 'free' } },
  { 'metadata.plan': { $ne: 'free' } },
  { 'metadata.plan': { $nin: ['free', 'trial'] } },
  { 'metadata.seats': { $gte: 10 } },
  { 'body.temperature': { $gt: 0.5 } },
)

const step = fc.integer({ min: 1, max: 3 })
const model = fc.record({
  type: fc.constant('model' as const),
  provider: fc.constantFrom(...PROVIDERS),
  model: fc.constantFrom('m1', 'm2'),
  retries: fc.integer({ min: 0, max: 2 }),
  fallback: step,
})
const branch = fc.oneof(
  fc.record({ type: fc.constant('conditional' as const), condition, yes: step, no: step }),
  fc.record({
    type: fc.constant('percentage' as const),
    share: fc.integer({ min: 0, max: 100 }),
    first: step,
    rest: step,
  }),
)
/** Branches before the last element, which is a model: every path reaches one. */
const route: fc.Arbitrary<readonly Element[]> = fc
  .tuple(fc.array(fc.oneof(branch, model), { maxLength: 5 }), model)
  .map(([elements, last]) => [...elements, last])

/** Outputs are steps ahead; that of a model may be the end, those of branches the last element at most. */
const reached = (elements: readonly Element[], from: number, ahead: number): number =>
  elements[from]?.type === 'model' ? from + ahead : Math.min(from + ahead, elements.length - 1)

function written(elements: readonly Element[]): string {
  const output = (from: number, ahead: number): { readonly elementId: string } => {
    const to = reached(elements, from, ahead)
    return { elementId: to < elements.length ? `e${to}` : 'end' }
  }
  return JSON.stringify({
    name: 'route',
    elements: [
      { id: 'start', type: 'start', outputs: { next: { elementId: 'e0' } } },
      ...elements.map((element, index) => {
        const { type } = element
        const id = `e${index}`
        if (type === 'conditional')
          return {
            id,
            type,
            properties: { conditions: element.condition },
            outputs: { true: output(index, element.yes), false: output(index, element.no) },
          }
        if (type === 'percentage')
          return {
            id,
            type,
            outputs: {
              [`${element.share}%`]: output(index, element.first),
              else: output(index, element.rest),
            },
          }
        const { provider, model: name, retries } = element
        return {
          id,
          type,
          properties: { provider, model: name, retries, timeout: 30_000 },
          outputs: { success: { elementId: 'end' }, fallback: output(index, element.fallback) },
        }
      }),
      { id: 'end', type: 'end', outputs: {} },
    ],
  })
}

interface Asked {
  readonly metadata: { readonly plan?: string; readonly seats?: number }
  readonly temperature: number
  readonly draw: number
  readonly statuses: Readonly<Record<string, number>>
}

const status = fc.constantFrom(...STATUSES)
const asked: fc.Arbitrary<Asked> = fc.record({
  metadata: fc.record(
    { plan: fc.constantFrom('free', 'paid', 'trial'), seats: fc.constantFrom(3, 10) },
    { requiredKeys: [] },
  ),
  temperature: fc.constantFrom(0, 1),
  draw: fc.double({ min: 0, max: 0.9999, noNaN: true }),
  statuses: fc.record({ OPENAI: status, ANTHROPIC: status, GROQ: status, MISTRAL: status }),
})

/** Operators of MongoDB: a value that is missing is not equal to any. */
function meets(tested: Condition, { metadata, temperature }: Asked): boolean {
  return Object.entries(tested).every(([key, operators]) => {
    const value = {
      'metadata.plan': metadata.plan,
      'metadata.seats': metadata.seats,
      'body.temperature': temperature,
    }[key]
    return Object.entries(operators).every(([operator, operand]) => {
      if (operator === '$ne') return value !== operand
      if (operator === '$nin') return !(operand as readonly unknown[]).includes(value)
      if (value === undefined) return false
      if (operator === '$eq') return value === operand
      return operator === '$gt' ? Number(value) > Number(operand) : Number(value) >= Number(operand)
    })
  })
}

function documented(elements: readonly Element[], request: Asked): readonly string[] {
  const calls: string[] = []
  let at = 0
  for (;;) {
    const element = elements[at]
    if (element === undefined) return calls
    if (element.type === 'conditional')
      at = reached(elements, at, meets(element.condition, request) ? element.yes : element.no)
    else if (element.type === 'percentage') {
      const shares = [
        { weight: element.share, ahead: element.first },
        { weight: 100 - element.share, ahead: element.rest },
      ]
      at = reached(elements, at, pickByWeight(shares, request.draw)?.ahead ?? 1)
    } else {
      const name = element.provider.toUpperCase()
      const reply = request.statuses[name] ?? 200
      const count = RETRIED.includes(reply) ? 1 + element.retries : 1
      calls.push(...Array.from({ length: count }, () => `${name} ${element.model}`))
      if (reply < 400) return calls
      at = reached(elements, at, element.fallback)
    }
  }
}

describe('dynamic routes of Cloudflare, as documented', () => {
  it('decide as the imported project', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(route, fc.array(asked, { minLength: 3, maxLength: 3 }), async (elements, requests) => {
        const decide = decidingProject(importText(written(elements), 'route.json'))
        for (const request of requests) {
          const { metadata, temperature, draw, statuses } = request
          const given = { body: { model: 'dynamic/route', temperature }, draw, metadata }
          const { calls } = await decide(given, statuses)
          expect(calls).toEqual(documented(elements, request))
        }
      }),
      { numRuns: 20 },
    )
  })
})
