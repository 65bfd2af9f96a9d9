// Generated configurations of agentgateway decide as its documentation says after the import, for requests whose first call succeeds or is
// retried: models by name and pattern, virtual models, weights of backends.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { decidingProject, pickByWeight } from '../../support/imported-decisions.ts'
import { importText } from '../../support/imported-project.ts'

interface Model {
  readonly name: string
  readonly key: string
  readonly sent: string | undefined
  readonly visibility: 'public' | 'internal'
}

interface Source {
  readonly models: readonly Model[]
  readonly shares: readonly { readonly model: string; readonly weight: number }[]
  readonly isShared: boolean
}

const NAMES = ['fast', 'gpt-*', 'gpt-4*', 'smart', '*'] as const
const key = fc.constantFrom('ONE', 'TWO', 'THREE')

const source: fc.Arbitrary<Source> = fc.record({
  models: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...NAMES),
      key,
      sent: fc.constantFrom('m1', 'm2', undefined),
      visibility: fc.constantFrom('public' as const, 'internal' as const),
    }),
    { minLength: 1, maxLength: 4, selector: ({ name }) => name },
  ),
  shares: fc.uniqueArray(
    fc.record({ model: fc.constantFrom('fast', 'smart'), weight: fc.integer({ min: 1, max: 9 }) }),
    { minLength: 1, maxLength: 2, selector: ({ model }) => model },
  ),
  isShared: fc.boolean(),
})

const written = ({ models, shares, isShared }: Source): string =>
  stringify({
    llm: {
      providers: [{ name: 'preset', provider: 'openAI', params: { apiKey: '$ONE' } }],
      models: models.map(({ name, key: variable, sent, visibility }) => ({
        name,
        visibility,
        provider: variable === 'ONE' ? { reference: 'preset' } : 'openAI',
        params: {
          ...(variable !== 'ONE' && { apiKey: `$${variable}` }),
          ...(sent !== undefined && { model: sent }),
        },
      })),
      ...(isShared && { virtualModels: [{ name: 'virtual', routing: { weighted: { targets: shares } } }] }),
    },
  })

/** The longest pattern of those that match, after exact names. */
function documented({ models, shares, isShared }: Source, asked: string, draw: number): readonly string[] {
  const call = ({ key: variable, sent }: Model): string => `${variable} ${sent ?? asked}`
  if (asked === 'virtual' && isShared) {
    const known = shares.flatMap(share => {
      const model = models.find(({ name }) => name === share.model)
      return model === undefined ? [] : [{ ...share, model }]
    })
    const picked = pickByWeight(known, draw)
    if (picked !== undefined) return [call(picked.model)]
  }
  const shown = models.filter(({ visibility }) => visibility === 'public')
  const matching = shown
    .filter(({ name }) => (name.endsWith('*') ? asked.startsWith(name.slice(0, -1)) : name === asked))
    .sort(
      (a, b) => Number(a.name.includes('*')) - Number(b.name.includes('*')) || b.name.length - a.name.length,
    )
  return matching.slice(0, 1).map(call)
}

describe('agentgateway, as documented', () => {
  it('decides as the imported project', { timeout: 60_000 }, async () => {
    const asked = fc.record({
      model: fc.constantFrom('fast', 'smart', 'gpt-3', 'gpt-6-sol', 'virtual', 'other'),
      draw: fc.double({ min: 0, max: 0.9999, noNaN: true }),
    })
    await fc.assert(
      fc.asyncProperty(source, fc.array(asked, { minLength: 3, maxLength: 3 }), async (input, requests) => {
        const project = importText(written(input))
        if (!project.files.has('configs/models.yaml')) return
        const decide = decidingProject(project)
        for (const { model, draw } of requests) {
          const { calls } = await decide({ body: { model }, draw }, {})
          expect(calls).toEqual(documented(input, model, draw))
        }
      }),
      { numRuns: 20 },
    )
  })

  it('calls the backends of a route by weight, and again after the listed statuses', async () => {
    const route = fc.record({
      weights: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }),
      attempts: fc.integer({ min: 0, max: 3 }),
      draw: fc.double({ min: 0, max: 0.9999, noNaN: true }),
      status: fc.constantFrom(200, 429, 503),
    })
    await fc.assert(
      fc.asyncProperty(route, async ({ weights, attempts, draw, status }) => {
        const backends = weights.map((weight, index) => ({
          weight,
          ai: { name: `b${index}`, provider: { openAI: { model: `m${index}` } } },
          policies: { backendAuth: { key: `$KEY_${index}` } },
        }))
        const retry = { attempts, codes: [503] }
        const text = stringify({
          binds: [{ port: 3000, listeners: [{ routes: [{ backends, policies: { retry } }] }] }],
        })
        const decide = decidingProject(importText(text))
        const statuses = Object.fromEntries(weights.map((_, index) => [`KEY_${index}`, status]))
        const { calls } = await decide({ body: { model: 'any' }, draw }, statuses)
        const items = weights.map((weight, index) => ({ weight, index }))
        const index = pickByWeight(items, draw)?.index
        const count = status === 503 ? 1 + attempts : 1
        expect(calls).toEqual(Array.from({ length: count }, () => `KEY_${index} m${index}`))
      }),
      { numRuns: 15 },
    )
  })
})
