// Generated configurations of LiteLLM decide as its documentation says after the import: a model of the documentation of our own is
// compared with the imported project in the simulation, request by request.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { importText, simulateImport } from '../../support/imported-project.ts'

/** A deployment, with the slug that it is known by after the import. */
interface Deployment {
  readonly group: string
  readonly key: string
  readonly model: string
  readonly weight: number
}

interface Source {
  readonly deployments: readonly Deployment[]
  readonly retries: number
  readonly fallbacks: Readonly<Record<string, readonly string[]>>
  readonly contextWindow: Readonly<Record<string, readonly string[]>>
  readonly aliases: Readonly<Record<string, string>>
}

const GROUPS = ['chat', 'code', 'cheap/model'] as const
const group = fc.constantFrom(...GROUPS)
const others = fc.uniqueArray(group, { maxLength: 2 })
const lists = fc.dictionary(group, others, { maxKeys: 3 })

const source: fc.Arbitrary<Source> = fc.record({
  deployments: fc.uniqueArray(
    fc.record({
      group,
      key: fc.constantFrom('ONE', 'TWO', 'THREE'),
      model: fc.constantFrom('m1', 'm2'),
      weight: fc.integer({ min: 1, max: 9 }),
    }),
    { minLength: 1, maxLength: 7, selector: each => `${each.group} ${each.key} ${each.model}` },
  ),
  retries: fc.integer({ min: 0, max: 3 }),
  fallbacks: lists,
  contextWindow: lists,
  aliases: fc.dictionary(fc.constantFrom('alias-a', 'alias-b'), group, { maxKeys: 2 }),
})

const written = ({ deployments, retries, fallbacks, contextWindow, aliases }: Source): string =>
  stringify({
    model_list: deployments.map(each => ({
      model_name: each.group,
      litellm_params: {
        model: `openai/${each.model}`,
        api_key: `os.environ/${each.key}`,
        weight: each.weight,
      },
    })),
    router_settings: {
      num_retries: retries,
      fallbacks: Object.entries(fallbacks).map(([name, names]) => ({ [name]: names })),
      context_window_fallbacks: Object.entries(contextWindow).map(([name, names]) => ({ [name]: names })),
      model_group_alias: aliases,
    },
  })

type Failure = 'none' | 'server' | 'rate' | 'context'

/** The calls in turn, each as the deployments that may get it. */
function documented(
  input: Source,
  name: string,
  draw: number,
  failure: Failure,
): readonly (readonly Deployment[])[] {
  const groupName = input.aliases[name] ?? name
  const of = (wanted: string): readonly Deployment[] =>
    input.deployments.filter(each => each.group === wanted)
  if (of(groupName).length === 0) return []
  const first = pick(of(groupName), draw)
  if (failure === 'none') return [[first]]
  const known = (list: readonly string[] | undefined): readonly string[] =>
    (list ?? []).filter(each => each !== groupName && of(each).length > 0)
  const general = known(input.fallbacks[groupName])
  const special = known(input.contextWindow[groupName])
  if (failure === 'context') {
    // The same request to other models of the group has the same length: it is not retried.
    const next = special.length > 0 ? special : general
    return [[first], ...next.map(each => of(each))]
  }
  return [groupName, ...general].flatMap((each, index) =>
    Array.from({ length: input.retries + 1 }, (_, attempt) =>
      index === 0 && attempt === 0 ? [first] : of(each),
    ),
  )
}

function pick(deployments: readonly Deployment[], draw: number): Deployment {
  const total = deployments.reduce((sum, { weight }) => sum + weight, 0)
  let end = 0
  for (const each of deployments) {
    end += each.weight / total
    if (draw < end) return each
  }
  return deployments.at(-1) as Deployment
}

const STEPS = {
  none: {},
  server: { status: 500 },
  rate: { status: 429 },
  context: {
    status: 400,
    body: {
      error: { message: 'This is too long.', type: 'invalid_request_error', code: 'context_length_exceeded' },
    },
  },
} as const

describe('LiteLLM, as documented', () => {
  it('decides as the imported project', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        source,
        fc.constantFrom(...GROUPS, 'alias-a', 'alias-b', 'unknown'),
        fc.double({ min: 0, max: 0.9999, noNaN: true }),
        fc.constantFrom<Failure>('none', 'server', 'rate', 'context'),
        async (input, name, draw, failure) => {
          const project = importText(written(input))
          const simulation = simulateImport(project)
          const { calls, reply } = await simulation.run({
            config: undefined,
            given: { body: { model: name }, draw },
            upstreams: { '*': STEPS[failure] },
          })
          const slugs = slugsOf(project.files.get('gateway.yaml') ?? '')
          const expected = documented(input, name, draw, failure)
          const made = calls.map(({ slug, model }) => `${slugs.get(String(slug))} ${model}`)
          expect(made.length, JSON.stringify(made)).toBe(expected.length)
          for (const [index, allowed] of expected.entries())
            expect(allowed.map(each => `${each.key} ${each.model}`)).toContain(made[index])
          if (expected.length === 0) expect(reply.status).toBe(400)
        },
      ),
      { numRuns: 30 },
    )
  })
})

it('a routing group without a strategy has that of all models', () => {
  const text = (group: object): string =>
    JSON.stringify({
      model_list: ['K', 'L'].map(key => ({
        model_name: 'a',
        litellm_params: { model: 'openai/gpt-4o', api_key: `os.environ/${key}` },
      })),
      router_settings: { routing_strategy: 'least-busy', routing_groups: [{ models: ['a'], ...group }] },
    })
  const plain = importText(text({ group_name: 'fast' }), 'config.yaml', { from: 'litellm' })
  const own = importText(text({ routing_strategy: 'latency-based-routing' }), 'config.yaml', {
    from: 'litellm',
  })
  expect(plain.diagnostics.map(({ message }) => message)).toEqual([])
  expect([...plain.files.values()].join()).toContain('least_busy')
  expect([...own.files.values()].join()).toContain('latency')
})

/** The variable of the key by the slug of the provider. */
const slugsOf = (manifest: string): ReadonlyMap<string, string> =>
  new Map(
    [...manifest.matchAll(/^ {2}([\w-]+): \{ provider: openai, api_key: "\$\{env:(\w+)\}" \}$/gm)].map(
      ([, slug = '', key = '']) => [slug, key],
    ),
  )
