// `portolan analyse --lose`: what fails, where the others go, and the load of the remaining targets against limits, as tables of projects.
import { describe, expect, it } from 'vitest'
import { portolan } from '../../support/command.ts'
import { ROOT } from '../../support/folder.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST = `providers:
  openai: { provider: openai, api_key: "\${env:OPENAI_API_KEY}" }
  anthropic: { provider: anthropic, api_key: "\${env:ANTHROPIC_API_KEY}" }
  other: { provider: anthropic, api_key: "\${env:OTHER_KEY}" }
  compatible: { provider: anthropic, api_key: "\${env:OTHER_KEY}", custom_host: "https://llm.example.com/v1" }
  ireland: { provider: bedrock, cloud1_region: eu-west-1, api_key: "\${env:BEDROCK_KEY}" }
  local: { provider: openai, api_key: "\${env:OTHER_KEY}", custom_host: "https://llm.eu-west-1.example.com/v1" }
  azure: { provider: azure, cloud2_resource_name: main, cloud2_deployment_name: gpt, cloud2_api_version: "2024-10-21", api_key: "\${env:AZURE_KEY}" }
  frankfurt: { provider: bedrock, cloud1_region: eu-central-1, api_key: "\${env:BEDROCK_KEY}" }
`

const BREAKER = 'cb_config: { failure_threshold: 5, cooldown_interval: 30000 }'

interface LossCase {
  readonly title: string
  readonly lose: string
  readonly config: string
  /** Per class: the verdict, then who replies in the end, or the status. */
  readonly classes: readonly string[]
  readonly code: number
}

const CASES: readonly LossCase[] = [
  {
    title: 'a target without another one',
    lose: '@openai',
    config: 'provider: "@openai"',
    classes: ['fails 502'],
    code: 1,
  },
  {
    title: 'a target without another one behind a circuit breaker',
    lose: '@openai',
    config: `provider: "@openai"\n${BREAKER}`,
    classes: ['fails 502, while open 503'],
    code: 1,
  },
  {
    title: 'a fallback with a target of another provider',
    lose: 'openai',
    config: 'strategy: { mode: fallback }\ntargets: [{ provider: "@openai" }, { provider: "@anthropic" }]',
    classes: ['goes-on /targets/1'],
    code: 0,
  },
  {
    title: 'a fallback between two accounts of the provider',
    lose: 'anthropic',
    config: 'strategy: { mode: fallback }\ntargets: [{ provider: "@anthropic" }, { provider: "@other" }]',
    classes: ['fails 502'],
    code: 1,
  },
  {
    title: 'one of these accounts',
    lose: '@anthropic',
    config: 'strategy: { mode: fallback }\ntargets: [{ provider: "@anthropic" }, { provider: "@other" }]',
    classes: ['goes-on /targets/1'],
    code: 0,
  },
  {
    title: 'a host of its own that has the API of the provider',
    lose: 'anthropic',
    config: 'provider: "@compatible"',
    classes: [],
    code: 0,
  },
  {
    title: 'a fallback that waits for a status that a lost target does not have',
    lose: '@openai',
    config:
      'strategy: { mode: fallback, on_status_codes: [429] }\ntargets: [{ provider: "@openai" }, { provider: "@anthropic" }]',
    classes: ['fails 502'],
    code: 1,
  },
  {
    title: 'such a fallback that an open circuit leads on',
    lose: '@openai',
    config: `strategy: { mode: fallback, on_status_codes: [429] }\ntargets: [{ provider: "@openai", ${BREAKER} }, { provider: "@anthropic" }]`,
    classes: ['fails-in-part 502, while open /targets/1'],
    code: 1,
  },
  {
    title: 'a part of a load balancer',
    lose: '@openai',
    config:
      'strategy: { mode: loadbalance }\ntargets: [{ provider: "@openai", weight: 3 }, { provider: "@anthropic", weight: 1 }]',
    classes: ['fails-in-part 502 0.75, /targets/1 0.25'],
    code: 1,
  },
  {
    title: 'one region of two, and all others of the provider remain',
    lose: 'eu-west-1',
    config: 'strategy: { mode: fallback }\ntargets: [{ provider: "@ireland" }, { provider: "@frankfurt" }]',
    classes: ['goes-on /targets/1'],
    code: 0,
  },
  {
    title: 'a region, and nothing names that of a target at Azure',
    lose: 'eu-west-1',
    config: 'provider: "@azure"',
    classes: ['not-decided '],
    code: 1,
  },
  {
    title: 'a region that the host of a target names',
    lose: 'eu-west-1',
    config: 'provider: "@local"',
    classes: ['fails 502'],
    code: 1,
  },
  {
    title: 'both regions',
    lose: 'eu-west-1, eu-central-1',
    config: 'strategy: { mode: fallback }\ntargets: [{ provider: "@ireland" }, { provider: "@frankfurt" }]',
    classes: ['fails 502'],
    code: 1,
  },
  {
    title: 'one branch of a condition',
    lose: '@openai',
    config: `strategy:
  mode: conditional
  conditions: [{ query: { metadata.plan: pro }, then: a }]
  default: b
targets: [{ name: a, provider: "@openai" }, { name: b, provider: "@anthropic" }]`,
    classes: ['fails 502'],
    code: 1,
  },
  {
    title: 'two branches, of which one has a fallback',
    lose: '@openai',
    config: `strategy:
  mode: conditional
  conditions: [{ query: { metadata.plan: pro }, then: a }]
  default: b
targets:
  - name: a
    strategy: { mode: fallback }
    targets: [{ provider: "@openai" }, { provider: "@anthropic" }]
  - { name: b, provider: "@openai" }`,
    classes: ['goes-on /targets/0/targets/1', 'fails 502'],
    code: 1,
  },
  {
    title: 'a provider that requests may name',
    lose: '@openai',
    config: 'retry: { attempts: 1 }',
    classes: ['fails 502 if named @openai'],
    code: 1,
  },
  {
    title: 'nothing certain where the request names the provider, and a region is lost',
    lose: 'eu-west-1',
    config: 'retry: { attempts: 1 }',
    classes: ['not-decided '],
    code: 1,
  },
]

interface Ends {
  readonly pointer: string
  readonly share: number
  readonly status: number
}

const endsText = (ends: readonly Ends[]): string =>
  ends
    .map(
      ({ pointer, share, status }) => `${status === 200 ? pointer : status}${share < 1 ? ` ${share}` : ''}`,
    )
    .join(', ')

const classText = ({ verdict, named, after, whileOpen }: LossClassFacts): string =>
  verdict === 'not-decided'
    ? `${verdict} `
    : `${verdict} ${endsText(after)}${whileOpen === undefined ? '' : `, while open ${endsText(whileOpen)}`}${named === undefined ? '' : ` if named ${named}`}`

interface LossClassFacts {
  readonly verdict: string
  readonly named?: string
  readonly after: readonly Ends[]
  readonly whileOpen?: readonly Ends[]
}

const at = (minute: number, second: number): string =>
  `2026-05-01T10:${String(minute).padStart(2, '0')}:${String(second).padStart(2, '0')}Z`

const record = (time: string, config = 'chat'): string =>
  JSON.stringify({
    time,
    path: '/v1/chat/completions',
    config,
    model: 'm',
    tokens: { input: 900, output: 100 },
    attempts: [],
  })

/** Ten requests in the first minute, and two in each of the next nine. */
const LOG = [
  ...Array.from({ length: 10 }, (_, second) => record(at(0, second))),
  ...Array.from({ length: 18 }, (_, index) => record(at(1 + Math.floor(index / 2), 59 - (index % 2)))),
  record(at(0, 0), 'unknown'),
].join('\n')

const FALLBACK =
  'strategy: { mode: fallback }\nretry: { attempts: 2 }\ntargets: [{ provider: "@openai" }, { provider: "@anthropic" }]'

const limited = (limits: string): string => `${MANIFEST}policies:\n  rate_limits:\n${limits}`

describe('analyse --lose', () => {
  it.each(CASES)('of $title', async ({ lose, config, classes, code }) => {
    const folder = temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/chat.yaml': config })
    const run = await portolan(['analyse', '--lose', lose, '--format', 'json'], folder)
    const { configs } = JSON.parse(run.out) as {
      readonly configs: { readonly chat: { readonly classes: readonly LossClassFacts[] } }
    }
    expect([configs.chat.classes.map(classText), run.code]).toEqual([classes, code])
  })

  it('takes no account of a name that means nothing, and suggests another', async () => {
    const folder = temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/chat.yaml': FALLBACK })
    const { code, complaints } = await portolan(['analyse', '--lose', '@antropic'], folder)
    expect([code, complaints]).toEqual([64, expect.stringContaining('Did you mean "@anthropic"?')])
  })

  it('takes names with commas and the option several times', async () => {
    const folder = temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/chat.yaml': FALLBACK })
    const lost = async (...names: readonly string[]): Promise<number | null> =>
      (await portolan(['analyse', ...names.flatMap(name => ['--lose', name])], folder)).code
    expect([
      await lost('@openai'),
      await lost('@openai,@anthropic'),
      await lost('@openai', '@anthropic'),
      await lost('@anthropic', '@openai'),
    ]).toEqual([0, 1, 1, 1])
  })

  it('has no findings of check in its formats', async () => {
    const folder = temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/chat.yaml': FALLBACK })
    const args = ['analyse', '--lose', '@openai', '--format', 'sarif']
    const { code, complaints } = await portolan(args, folder)
    expect([code, complaints]).toEqual([64, expect.stringContaining('pretty, json and markdown')])
  })

  it.each<readonly [title: string, limits: string, rows: readonly string[], code: number]>([
    [
      'a limit of requests that the peak minute exceeds',
      '    - { name: spare, type: requests, unit: rpm, value: 8, conditions: [{ key: provider, value: "@anthropic" }] }',
      ['spare 8 0 10'],
      1,
    ],
    [
      'a limit of tokens that holds',
      '    - { name: spare, type: tokens, unit: rpm, value: 20000, conditions: [{ key: provider, value: anthropic }] }',
      ['spare 20000 0 10000'],
      0,
    ],
    [
      'a limit of an hour',
      '    - { name: spare, type: requests, unit: rph, value: 20, conditions: [{ key: provider, value: "@anthropic" }] }',
      ['spare 20 0 28'],
      1,
    ],
    [
      'no limit of another provider',
      '    - { name: other, type: requests, unit: rpm, value: 1, conditions: [{ key: provider, value: "@other" }] }',
      [],
      0,
    ],
    [
      'a limit of each provider',
      '    - { name: each, type: requests, unit: rpm, value: 15, group_by: [{ key: provider }] }',
      ['each 15 10 10', 'each 15 0 10'],
      0,
    ],
  ])('compares the load of a log with %s', async (_title, limits, rows, code) => {
    const folder = temporaryFolder({
      'gateway.yaml': limited(limits),
      'configs/chat.yaml': FALLBACK,
      'log.jsonl': LOG,
    })
    const args = ['analyse', '--lose', '@openai', '--traffic', 'log.jsonl', '--format', 'json']
    const run = await portolan(args, folder)
    const { load } = JSON.parse(run.out) as {
      readonly load: {
        readonly limits: readonly {
          readonly name: string
          readonly value: number
          readonly before: number
          readonly after: number
        }[]
      }
    }
    expect([
      load.limits.map(({ name, value, before, after }) => `${name} ${value} ${before} ${after}`),
      run.code,
    ]).toEqual([rows, code])
  })

  it('takes the load from the traffic model next to the config, and names targets without limit', async () => {
    const folder = temporaryFolder({
      'gateway.yaml': MANIFEST,
      'configs/chat.yaml': FALLBACK,
      'configs/chat.traffic.yaml':
        'rate: 2\nmix: [{ input_tokens: 400, output_tokens: 100 }]\nproviders: { "*": {} }\n',
    })
    const { code, out } = await portolan(['analyse', '--lose', '@openai'], folder)
    expect(code).toBe(0)
    expect(out).toContain('chat.traffic.yaml: 120 requests a minute')
    expect(out).toMatch(/@anthropic +0 → 120 +0 → 120 +0 → 60,000 +0 → 60,000/)
    expect(out).toContain('No limit is declared for @anthropic.')
    expect(out).toContain('chat retries config.targets[0] first: 2 times')
  })

  it('shows a project on one screen, and the same in Markdown', async () => {
    const company = `${ROOT}examples/company`
    const { code, out } = await portolan(['analyse', '--lose', '@openai'], company)
    expect([code, out.split('\n').length < 45]).toEqual([1, true])
    expect(out).toContain('Requests of chat-canary, experiments and marketing fail.')
    const markdown = await portolan(['analyse', '--lose', '@openai', '--format', 'markdown'], company)
    expect(markdown.out).toContain('| config | requests such as | go to | then to | client gets |')
  })
})
