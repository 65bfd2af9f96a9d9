// Generated configs with guards, caches, prompts and forwarded headers, and what their requests really send on the nodes that serve them:
// pairs of what was in a call and its origin, read from the calls.
import fc from 'fast-check'
import { compileProject } from '../../compiler/project.ts'
import { readJson } from '../../compiler/read/json.ts'
import { runtimeCatalog } from '../../runtime/process/catalog.ts'
import type { Simulation } from '../../runtime/simulation/create-simulation.ts'
import type { TracedCall } from '../../runtime/simulation/trace.ts'
import type { Bundle, Config } from '../../schemas/generated/types.ts'
import { sha256 } from './bundle.ts'

const SLUGS = ['p0', 'p1', 'p2'] as const
const stored = (slug: string): object => ({
  provider: 'openai',
  api_key: `\${env:KEY_${slug.toUpperCase()}}`,
  custom_host: `https://${slug}.example/v1`,
})
const MANIFEST = {
  providers: Object.fromEntries([...SLUGS, 'judge', 'embedder'].map(slug => [slug, stored(slug)])),
  cache: { semantic: { provider: '@embedder', model: 'text-embedding-3-small' } },
}
const PROMPT = { model: 'gpt-5', messages: [{ role: 'system', content: 'Be kind.' }] }

const input = (name: string, value: object) => ({
  source: { name, text: JSON.stringify(value) },
  read: readJson,
})

/** The bundle of one config, `chat`. */
export function serviceBundle(config: Config): Bundle {
  const { bundle, diagnostics } = compileProject(
    {
      manifest: input('gateway.json', MANIFEST),
      configs: new Map([['chat', input('chat.json', config)]]),
      prompts: { prompts: new Map([['kind', input('kind.json', PROMPT)]]), partials: new Map() },
    },
    runtimeCatalog(),
    sha256,
  )
  if (bundle !== undefined) return bundle
  throw new Error(diagnostics.map(({ code, message }) => `${code}: ${message}`).join('\n'))
}

const hooks = fc.constantFrom('one', 'two')
const webhook = (name: string): object => ({
  'default.webhook': {
    webhookURL: `https://hook-${name}.example/verdict`,
    secret: `\${env:HOOK_${name.toUpperCase()}}`,
  },
})
const judge = { 'default.llmJudge': { provider: '@judge', model: 'gpt-5', rubric: 'kind' } }
const log = { 'default.log': { logURL: 'https://log.example/in' } }
const redaction = { 'default.regexReplace': { rule: '4111' } }
/** Without exception: a text that cannot be redacted is denied. */
const certainRedaction = {
  'default.regexReplace': { rule: '4111', scope: 'all', failOnError: true },
  deny: true,
}

const requestGuards = fc.oneof(
  hooks.map(name => ({ ...webhook(name), deny: true })),
  hooks.map(name => webhook(name)),
  fc.constantFrom<object>({ ...judge, deny: true }, certainRedaction, certainRedaction, redaction, {
    ...log,
    async: true,
  }),
)
const replyGuards = fc.oneof(
  hooks.map(name => ({ ...webhook(name), deny: true })),
  fc.constantFrom<object>({ ...judge, deny: true }),
)

const leaves: fc.Arbitrary<object> = fc.record(
  {
    provider: fc.constantFrom(...SLUGS.map(slug => `@${slug}`)),
    override_params: fc.constantFrom({ model: 'gpt-5' }),
    cache: fc.constantFrom({ mode: 'simple' }, { mode: 'semantic' }, { mode: 'semantic' }),
    forward_headers: fc.constant(['x-tag']),
    input_guardrails: fc.array(requestGuards, { minLength: 1, maxLength: 2 }),
    output_guardrails: fc.array(replyGuards, { minLength: 1, maxLength: 1 }),
    retry: fc.constant({ attempts: 1 }),
  },
  { requiredKeys: ['provider', 'override_params'] },
)

const named = (targets: readonly object[]): readonly object[] =>
  targets.map((target, index) => ({ ...target, name: `t${index}` }))

const choicesOf = (targets: fc.Arbitrary<object>): fc.Arbitrary<object> => {
  const lists = fc.array(targets, { minLength: 2, maxLength: 3 })
  return fc.oneof(
    fc.tuple(lists, fc.constantFrom([1, 1, 1], [1, 0, 2], [2, 1, 1])).map(([list, weights]) => ({
      strategy: { mode: 'loadbalance' },
      targets: list.map((target, index) => ({ ...target, weight: weights[index] ?? 1 })),
    })),
    fc
      .tuple(lists, fc.constantFrom({}, { on_status_codes: [503, 446] }))
      .map(([list, codes]) => ({ strategy: { mode: 'fallback', ...codes }, targets: list })),
    lists.map(list => ({
      strategy: {
        mode: 'conditional',
        conditions: list.slice(1).map((_, index) => ({
          query: { 'metadata.tier': TIERS[index] },
          then: `t${index + 1}`,
        })),
        default: 't0',
      },
      targets: named(list),
    })),
  )
}

/** Values of `metadata.tier`; another one meets no condition. */
export const TIERS = ['gold', 'silver', 'other'] as const

/** Up to two levels of choices. */
export const serviceConfigs: fc.Arbitrary<Config> = fc
  .tuple(
    fc.oneof(leaves, choicesOf(leaves), choicesOf(fc.oneof(leaves, choicesOf(leaves)))),
    fc.constantFrom<object>({}, {}, { prompt_id: 'kind' }),
  )
  .map(([config, prompt]) => ({ ...config, ...prompt }))

export interface ServiceRun {
  readonly tier: (typeof TIERS)[number]
  readonly draw: number
  /** Whether a target, by its position, replies with 200, and not with 503. */
  readonly isHealthy: (target: string) => boolean
  /** Whether webhooks accept. */
  readonly accepts: boolean
}

/** What a request sent: `messages to https://p0.example`. */
export type SentPairs = ReadonlySet<string>

/** A request whose text has a number to redact, metadata and a header, each recognisable in a call. */
export async function sentPairs(
  simulation: Simulation,
  { tier, draw, isHealthy, accepts }: ServiceRun,
): Promise<SentPairs> {
  simulation.restart()
  const { calls } = await simulation.run({
    config: 'chat',
    given: {
      metadata: { tier, note: 'needle-of-metadata' },
      headers: { 'x-tag': 'needle-of-header' },
      draw,
      body: { messages: [{ role: 'user', content: 'needle 4111' }] },
    },
    upstreams: {},
    stepOf: ({ target, slug, url }) => {
      if (/^https:..(hook|log)/.test(url)) return { body: { verdict: accepts } }
      if (slug === 'judge' || url.startsWith('https://judge')) return { content: '{"score":1}' }
      if (target === undefined) return undefined
      return isHealthy(target) ? { content: 'needle 4111' } : { status: 503 }
    },
  })
  // Guards that run in the background call after the reply.
  await simulation.pause(1_000)
  return new Set(calls.flatMap(pairsOfCall))
}

function pairsOfCall({ url, headers, body }: TracedCall): readonly string[] {
  const { origin } = new URL(url)
  const text = JSON.stringify(body ?? '')
  const secrets = Array.from(JSON.stringify(headers).matchAll(/\$\{(env:[A-Z0-9_]+)\}/g), ([, name]) => name)
  const carried = [
    ...secrets,
    ...(text.includes('4111') ? ['messages'] : /needle(?!-of)/.test(text) ? ['redacted'] : []),
    ...(text.includes('needle-of-metadata') ? ['metadata.*'] : []),
    ...(Object.values(headers).includes('needle-of-header') ? ['headers.x-tag'] : []),
  ]
  return carried.map(each => `${each} to ${origin}`)
}
