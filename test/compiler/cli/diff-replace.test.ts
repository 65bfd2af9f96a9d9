// `portolan diff --replace OLD=NEW`: a project compared with itself where another model takes the place of one.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openLogStore } from '../../../runtime/stores/logs/open-log-store.ts'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

type Files = Readonly<Record<string, string>>

const PROVIDERS = `providers:
  openai: { provider: openai, api_key: "\${env:KEY}" }
  claude: { provider: anthropic, api_key: "\${env:KEY}" }
`
/** Lists change, and the prices of a manifest go first. */
const PRICES = `prices:
  - { provider: openai, model: gpt-5, input: 2, cached: 0.5, output: 10 }
  - { provider: openai, model: gpt-6.1-sol, input: 1, cached: 0.25, output: 5 }
`
const one = (model: string, others = ''): Files => ({
  'gateway.yaml': PROVIDERS + PRICES,
  'configs/chat.yaml': `provider: "@openai"\noverride_params: { model: ${model}${others} }\n`,
})

const DAY = '2026-11-29'
const run = (args: readonly string[], files: Files, day = DAY) =>
  portolan(['diff', ...args], temporaryFolder(files), {}, undefined, undefined, day)

interface Report {
  readonly replaced: readonly { at: string; by: string; written: string; becomes: string }[]
  readonly swaps: readonly {
    readonly from: { readonly at: string; readonly model: string }
    readonly to: { readonly at: string; readonly model: string }
    readonly before: Readonly<Record<string, unknown>>
    readonly after: Readonly<Record<string, unknown>>
    readonly compared: readonly {
      readonly uses: readonly { readonly kind: string; readonly id: string }[]
      readonly losses: readonly { readonly feature: string; readonly value?: string; readonly kind: string }[]
      readonly gains: readonly object[]
      readonly beyond: readonly object[]
    }[]
    readonly unknown: readonly { readonly because: string }[]
    readonly models: readonly object[]
  }[]
  readonly traffic?: {
    readonly swaps: readonly {
      readonly uses: readonly object[]
      readonly latency: object
    }[]
  }
  readonly tests?: { readonly count: number; readonly changed: readonly { now: string; line: string }[] }
  readonly findings: readonly { readonly code: string }[]
  readonly diff: { readonly level?: string }
}

const reportOf = async (args: readonly string[], files: Files, day = DAY): Promise<Report> => {
  const { out, code, complaints } = await run([...args, '--format', 'json'], files, day)
  expect([0, 1], complaints).toContain(code)
  return JSON.parse(out) as Report
}

type Place = readonly [
  what: string,
  files: Files,
  replaced: readonly (readonly [by: string, becomes: string])[],
  replacement?: string,
]

const PLACES: readonly Place[] = [
  ['an override', one('gpt-5'), [['config chat', 'gpt-6.1-sol']]],
  ['an override with a slug', one('"@openai/gpt-5"'), [['config chat', '@openai/gpt-6.1-sol']]],
  [
    'an alias, also of a key, and what leads to it',
    {
      'gateway.yaml': `${PROVIDERS}aliases: { fast: "@openai/gpt-5", quick: fast }
api_keys: [{ id: app, hash: "sha256:${'a'.repeat(64)}", aliases: { slow: "@openai/gpt-5" } }]
`,
      'configs/any.yaml': 'provider: "@openai"\n',
    },
    [
      ['alias fast', '@openai/gpt-6.1-sol'],
      ['alias slow of the key app', '@openai/gpt-6.1-sol'],
    ],
  ],
  [
    'an alias of a project without configs',
    { 'gateway.yaml': `${PROVIDERS}aliases: { fast: "@openai/gpt-5" }\n` },
    [['alias fast', '@openai/gpt-6.1-sol']],
  ],
  [
    'a prompt',
    {
      ...one('gpt-5-mini'),
      'prompts/hello.yaml': 'provider: "@openai"\nmodel: gpt-5\nmessages: [{ role: user, content: Hello }]\n',
    },
    [['prompt hello', 'gpt-6.1-sol']],
  ],
  [
    'a semantic cache',
    {
      'gateway.yaml': `${PROVIDERS}state: redis://127.0.0.1:6379/0
cache: { semantic: { provider: "@openai", model: text-embedding-3-small } }
`,
      'configs/any.yaml': 'provider: "@openai"\n',
    },
    [['semantic cache', 'text-embedding-3-large']],
    'text-embedding-3-small=text-embedding-3-large',
  ],
  [
    'a judge of guardrails',
    {
      'gateway.yaml': PROVIDERS,
      'configs/chat.yaml': `provider: "@openai"
input_guardrails:
  - { default.llmJudge: { provider: "@openai", model: gpt-5, rubric: polite }, deny: true }
`,
    },
    [['config chat', 'gpt-6.1-sol']],
  ],
  [
    'a name that TypeScript computes',
    {
      'gateway.yaml': PROVIDERS,
      'configs/chat.ts':
        'const version = 5\nexport default { provider: "@openai", override_params: { model: `gpt-${version}` } }\n',
    },
    [['config chat', 'gpt-6.1-sol']],
  ],
  [
    'a model of Bedrock, as it is written there',
    {
      'gateway.yaml': `providers:\n  aws: { provider: bedrock, cloud1_region: us-east-1, cloud1_access_key_id: "\${env:ID}", cloud1_secret_access_key: "\${env:KEY}" }\n`,
      'configs/chat.yaml':
        'provider: "@aws"\noverride_params: { model: "us.anthropic.claude-sonnet-4-5-20250929-v1:0" }\n',
    },
    [['config chat', 'us.anthropic.claude-sonnet-4-6']],
    'us.anthropic.claude-sonnet-4-5-20250929-v1:0=us.anthropic.claude-sonnet-4-6',
  ],
  [
    'only the model of a slug, and of the provider of the catalog',
    {
      'gateway.yaml': `${PROVIDERS}  spare: { provider: openai, api_key: "\${env:KEY}" }\n`,
      'configs/a.yaml': 'provider: "@openai"\noverride_params: { model: gpt-5 }\n',
      'configs/b.yaml': 'provider: "@spare"\noverride_params: { model: gpt-5 }\n',
    },
    [['config b', 'gpt-6.1-sol']],
    '@spare/gpt-5=gpt-6.1-sol',
  ],
  [
    'a model of the provider that its name begins with',
    one('gpt-5'),
    [['config chat', 'gpt-6.1-sol']],
    'openai/gpt-5=openai/gpt-6.1-sol',
  ],
  [
    'a model by one of another stored provider',
    one('gpt-5'),
    [['config chat', 'claude-sonnet-5-5']],
    'gpt-5=@claude/claude-sonnet-5-5',
  ],
  [
    'a model by one of another provider of the catalog, of which the manifest has one',
    {
      'gateway.yaml': PROVIDERS,
      'configs/chat.yaml': 'override_params: { model: "@openai/gpt-5" }\n',
    },
    [['config chat', '@claude/claude-sonnet-5-5']],
    'gpt-5=anthropic/claude-sonnet-5-5',
  ],
]

describe('a replaced model', () => {
  it.each(
    PLACES.map(([what, files, replaced, replacement = 'gpt-5=gpt-6.1-sol']) => ({
      ...{ what, files, replaced, replacement },
    })),
  )('is $what', async ({ files, replaced: expected, replacement }) => {
    const { replaced } = await reportOf(['--replace', replacement], files)
    expect(replaced.map(({ by, becomes }) => [by, becomes])).toEqual(expected)
  })
})

describe('what the new model does not take', () => {
  it('is what the project sets and what chats may use, where it differs', async () => {
    const { swaps } = await reportOf(['--replace', 'gpt-5-chat=gpt-5.6-sol'], {
      'gateway.yaml': PROVIDERS,
      'configs/chat.yaml': 'provider: "@openai"\noverride_params: { model: gpt-5-chat, temperature: 0.3 }\n',
      'configs/plain.yaml': 'provider: "@openai"\noverride_params: { model: gpt-5-chat }\n',
    })
    expect(swaps).toHaveLength(1)
    const lost = swaps.flatMap(({ compared }) =>
      compared.map(({ uses, losses }) => [
        uses.map(({ id }) => id),
        losses.some(({ feature }) => feature === 'override'),
        losses.some(({ feature, value }) => feature === 'parameter' && value === 'temperature'),
      ]),
    )
    expect(lost).toEqual([
      [['chat'], true, false],
      [['plain'], false, true],
    ])
  })

  it('is shown in one table, with the configs that set it', async () => {
    const { out } = await run(['--replace', 'claude-sonnet-4-5=claude-opus-4-7'], {
      'gateway.yaml': PROVIDERS,
      'configs/chat.yaml':
        'provider: "@claude"\noverride_params: { model: claude-sonnet-4-5, temperature: 0.3 }\n',
      'configs/plain.yaml': 'provider: "@claude"\noverride_params: { model: claude-sonnet-4-5 }\n',
    })
    expect(out).toMatch(/ temperature, as it is set +left out +config chat\n/)
    expect(out).toMatch(/ a begun reply +is refused: .* does not continue a reply/)
    expect(out).toContain(
      'Named by config chat (configs/chat.yaml:2:27) and config plain (configs/plain.yaml:2:27).',
    )
  })

  it('may be tools', async () => {
    const { swaps } = await reportOf(['--replace', 'gpt-5=gpt-5-chat-latest'], one('gpt-5'))
    expect(swaps[0]?.compared[0]?.losses).toContainEqual(
      expect.objectContaining({ feature: 'tools', kind: expect.stringMatching(/refused|left-out/) }),
    )
  })

  it('is a smaller context and a shorter reply, with what the project sets above it', async () => {
    const files = {
      'gateway.yaml': PROVIDERS,
      'configs/chat.yaml':
        'provider: "@claude"\noverride_params: { model: claude-opus-4-6, max_tokens: 100000 }\n',
    }
    const { swaps } = await reportOf(['--replace', 'claude-opus-4-6=claude-haiku-4-5'], files)
    expect([swaps[0]?.before, swaps[0]?.after]).toMatchObject([
      { context: 1_000_000, output: 128_000 },
      { context: 200_000, output: 64_000 },
    ])
    expect(swaps[0]?.compared[0]?.beyond).toEqual([
      { name: 'max_tokens', maximum: 64_000, of: 'model', value: 100_000 },
    ])
    const { out } = await run(['--replace', 'claude-opus-4-6=claude-haiku-4-5'], files)
    expect(out).toMatch(/ context window +1,000,000 +200,000\n/)
    expect(out).toMatch(/ max_tokens 100,000, as it is set +accepts at most 64,000\n/)
  })

  it('is nothing between models that are alike', async () => {
    const { out } = await run(['--replace', 'gpt-5=gpt-5-2025-08-07'], one('gpt-5'))
    expect(out).toContain(
      'No feature of a chat is known that the old model supports and the new one does not.',
    )
    expect(out).not.toContain('New with it')
  })

  it('is unknown for a model of no family, and so is what it takes besides', async () => {
    const files = one('gpt-5')
    const { swaps } = await reportOf(['--replace', 'gpt-5=a-model-of-tomorrow'], files)
    expect(swaps[0]?.unknown.map(({ because }) => because)).toEqual(['none'])
    expect(swaps[0]?.after).toEqual({})
    const { out } = await run(['--replace', 'gpt-5=a-model-of-tomorrow'], files)
    expect(out).toContain('Nothing is known of "a-model-of-tomorrow" at @openai')
    expect(out).toMatch(/ \$ per million tokens +input 2, cached 0\.5, output 10 +not known\n/)
    expect(out).not.toContain('New with it')
    expect(out).not.toContain('No feature of a chat is known')
  })

  it('is an empty cache for embeddings, and chats are not compared', async () => {
    const { out } = await run(['--replace', 'text-embedding-3-small=text-embedding-3-large'], {
      'gateway.yaml': `${PROVIDERS}state: redis://127.0.0.1:6379/0
cache: { semantic: { provider: "@openai", model: text-embedding-3-small } }
`,
      'configs/any.yaml': 'provider: "@openai"\n',
    })
    expect(out).toContain('The semantic cache begins empty: it never compares vectors of different models.')
    expect(out).toContain('Chats are not compared: @openai serves none with "text-embedding-3-large".')
    expect(out).not.toContain('No feature of a chat')
  })

  it('is unknown where the request names the provider', async () => {
    const { out } = await run(['--replace', 'gpt-5=gpt-6.1-sol'], {
      'gateway.yaml': `${PROVIDERS}aliases: { fast: gpt-5 }\ndefaults: { config: any }\n`,
      'configs/any.yaml': 'provider: "@openai"\n',
    })
    expect(out).toContain(
      'Nothing is known of "gpt-6.1-sol", because the request or a config names its provider.',
    )
    expect(out).not.toContain('neither its price')
  })

  it('suggests the name that was probably meant', async () => {
    const { out } = await run(['--replace', 'gpt-5=gpt-6.1-soll'], one('gpt-5'))
    expect(out).toContain('neither its price, its windows nor its life. Did you mean "gpt-6.1-sol"?')
  })

  it('is not compared at a custom host whose provider is only like one', async () => {
    const { swaps } = await reportOf(['--replace', 'gpt-5=gpt-5-mini'], {
      'gateway.yaml': `providers:
  own: { provider: openai, custom_host: "https://models.example/v1", api_key: "\${env:KEY}" }
`,
      'configs/chat.yaml': 'provider: "@own"\noverride_params: { model: gpt-5 }\n',
    })
    expect(swaps[0]?.before).not.toHaveProperty('life')
  })
})

describe('prices and lives', () => {
  it('are those of the manifest before those of the list', async () => {
    const { out } = await run(['--replace', 'gpt-5=gpt-6.1-sol'], one('gpt-5'))
    expect(out).toMatch(
      / \$ per million tokens +input 2, cached 0\.5, output 10 +input 1, cached 0\.25, output 5\n/,
    )
    expect(out).toMatch(/ ends +2026-12-11 \(12 days\) +no end announced\n/)
  })

  it('are those of the stored provider before those of its vendor', async () => {
    const files = one('gpt-5')
    const manifest = `${files['gateway.yaml']}  - { provider: "@openai", model: gpt-6.1-sol, input: 0.5, output: 2 }\n`
    const { out } = await run(['--replace', 'gpt-5=gpt-6.1-sol'], { ...files, 'gateway.yaml': manifest })
    expect(out).toMatch(
      / \$ per million tokens +input 2, cached 0\.5, output 10 +input 0\.5, cached 0\.5, output 2\n/,
    )
  })

  it('warn of a new model that has ended itself', async () => {
    const { out, code } = await run(['--replace', 'gpt-5=gpt-3.5-turbo'], one('gpt-5'))
    expect(code).toBe(1)
    expect(out).toMatch(/ {2}OpenAI stopped serving "gpt-3\.5-turbo" on 2026-10-23\./)
    expect(out).toMatch(/ ends +2026-12-11 \(12 days\) +2026-10-23 \(ended\)\n/)
  })
})

const record = (id: number, others: object): string =>
  JSON.stringify({
    ...{ id: String(id).padStart(32, '0'), trace: `t${id}`, method: 'POST', path: '/v1/chat/completions' },
    ...{ endpoint: 'chat/completions', status: 200, milliseconds: 9, config: 'chat', plan: '000000000000' },
    ...{ workspace: 'default', model: 'gpt-5', bytesIn: 1, bytesOut: 1 },
    ...others,
  })
const answered = (id: number, day: number, milliseconds: number, others: object = {}): string =>
  record(id, {
    time: `2026-11-${10 + day}T00:00:00Z`,
    attempts: [{ at: 'config', provider: 'openai', status: 200, milliseconds, model: 'gpt-5' }],
    tokens: { input: 1_000_000, cached: 500_000, output: 100_000, source: 'provider' },
    ...others,
  })

describe('recorded traffic', () => {
  const LOG = [
    answered(1, 0, 100),
    answered(2, 5, 300, { tokens: { input: 100_000, cached: 0, output: 0, source: 'provider' } }),
    answered(3, 10, 200, { tokens: undefined }),
    // Another config, a failure, and a hit of the cache.
    answered(4, 3, 9_000, { config: 'other' }),
    record(5, {
      time: '2026-11-12T00:00:00Z',
      ...{ status: 503, attempts: [{ at: 'config', provider: 'openai', status: 503, milliseconds: 5 }] },
    }),
    record(6, { time: '2026-11-12T00:00:00Z', attempts: [], cache: 'HIT' }),
  ]

  it('costs before and after what its tokens cost, with fewer dollars for what was cached', async () => {
    const files = { ...one('gpt-5'), 'log.jsonl': LOG.join('\n') }
    const args = ['--replace', 'gpt-5=gpt-6.1-sol', '--traffic', 'log.jsonl']
    const { traffic } = await reportOf(args, files)
    expect(traffic?.swaps).toEqual([
      {
        uses: [
          {
            by: 'config chat',
            requests: 3,
            tokens: { input: 1_100_000, cached: 500_000, output: 100_000 },
            // 0.5 × 2 + 0.5 × 0.5 + 0.1 × 10 + 0.1 × 2, and half of that.
            dollars: { requests: 2, before: expect.closeTo(2.45), after: expect.closeTo(1.225) },
            tooLong: 0,
          },
        ],
        latency: { before: { requests: 3, p50: 200, p95: 300 } },
      },
    ])
    const { out } = await run(args, files)
    expect(out).toContain('3 requests of 6 from 2026-11-10 to 2026-11-20 were answered by a replaced model.')
    expect(out).toContain(
      'gpt-5 replied in 200 ms (p50) and 300 ms (p95) over 3 calls; no call of the log was answered by gpt-6.1-sol.',
    )
    // Ten days, so three times as much a month.
    expect(out).toMatch(/ \$2\.45 +\$1\.2\d \(−50%\) +\$7\.35 → \$3\.6\d\n/)
    expect(out).toContain('1 of 3 are in no cost: tokens or a price are not known.')
  })

  it('knows how long the new model takes where it has answered too, and what was too long for it', async () => {
    const { traffic } = await reportOf(
      ['--replace', 'claude-opus-4-6=claude-haiku-4-5', '--traffic', 'log.jsonl'],
      {
        'gateway.yaml': PROVIDERS,
        'configs/chat.yaml': 'provider: "@claude"\noverride_params: { model: claude-opus-4-6 }\n',
        'log.jsonl': ['claude-opus-4-6', 'claude-haiku-4-5']
          .map((model, index) =>
            answered(index, index, 100 + index, {
              attempts: [{ provider: 'anthropic', status: 200, milliseconds: 100 + index, model }],
            }),
          )
          .join('\n'),
      },
    )
    expect(traffic?.swaps).toMatchObject([
      {
        uses: [{ requests: 1, tooLong: 1 }],
        latency: { before: { p50: 100 }, after: { requests: 1, p50: 101 } },
      },
    ])
  })

  it('counts for aliases and prompts by their names', async () => {
    const { traffic } = await reportOf(['--replace', 'gpt-5=gpt-6.1-sol', '--traffic', 'log.jsonl'], {
      'gateway.yaml': `${PROVIDERS}aliases: { fast: "@openai/gpt-5" }\n`,
      'configs/any.yaml': 'provider: "@openai"\n',
      'prompts/hello.yaml': 'provider: "@openai"\nmodel: gpt-5\nmessages: [{ role: user, content: Hello }]\n',
      'log.jsonl': [
        answered(1, 0, 1, { config: 'headers', model: 'fast' }),
        answered(2, 0, 1, { config: 'headers', prompt: 'hello@3' }),
        answered(3, 0, 1, { config: 'headers' }),
      ].join('\n'),
    })
    expect(traffic?.swaps[0]?.uses).toMatchObject([
      { by: 'alias fast', requests: 1 },
      { by: 'prompt hello', requests: 1 },
    ])
  })

  it('is that of the log of the gateway with --log', async () => {
    const folder = temporaryFolder({
      ...one('gpt-5'),
      'gateway.yaml': `${PROVIDERS}${PRICES}store: sqlite:.portolan/store.db\ntelemetry: { log_store: {} }\n`,
    })
    await portolan(['push', '--promote'], folder)
    const store = await openLogStore('sqlite:.portolan/store.db', { folder })
    const now = new Date().toISOString()
    await store.append({ id: 'records', lines: [answered(1, 0, 100, { time: now })].join('\n') })
    await store.close()
    const args = ['diff', '--replace', 'gpt-5=gpt-6.1-sol', '--log', '7d']
    const { out, complaints } = await portolan(args, folder, {}, undefined, undefined, DAY)
    expect(complaints).toBe('')
    expect(out).toMatch(/Cost on the last 7d of sqlite:/)
    // One request of $2.25 in seven days.
    expect(out).toMatch(
      / config chat +1 +1,000,000 in \(500,000 cached\), 100,000 out +\$2\.25 .* \$9\.64 → \$4\.82\n/,
    )
  })

  it('is a traffic model where there is no log', async () => {
    const files = {
      ...one('gpt-5'),
      'configs/chat.traffic.yaml':
        'mix: [{ share: 3, input_tokens: 1000, output_tokens: 100 }, { input_tokens: 3000, output_tokens: 500 }]\nproviders: { "*": {} }\n',
    }
    const { swaps } = await reportOf(['--replace', 'gpt-5=gpt-6.1-sol'], files)
    // 1,500 tokens at 2 and 200 at 10, a thousand times.
    expect(swaps[0]?.models).toEqual([
      {
        by: 'config chat',
        before: expect.closeTo(5),
        after: expect.closeTo(2.5),
        tokens: { input: 1500, cached: 0, output: 200 },
      },
    ])
    expect((await run(['--replace', 'gpt-5=gpt-6.1-sol'], files)).out).toContain(
      'Cost of 1,000 requests by their traffic models',
    )
  })
})

describe('a traffic model with a mistake', () => {
  it('is reported, and does not count', async () => {
    const { out, complaints } = await run(['--replace', 'gpt-5=gpt-6.1-sol'], {
      ...one('gpt-5'),
      'configs/chat.traffic.yaml': 'providers: { "@nobody": {} }\n',
    })
    expect(complaints).toBe(
      'configs/chat.traffic.yaml is not a valid traffic model: portolan simulate shows why.\n',
    )
    expect(out).toContain('Cost: no traffic')
  })
})

describe('beside the model', () => {
  const TESTED = {
    ...one('gpt-5'),
    'configs/chat.test.yaml': `cases:
  - { name: names the old model, expect: { calls: [{ provider: openai, model: gpt-5 }] } }
  - { name: names the new model, expect: { calls: [{ provider: openai, model: gpt-6.1-sol }] } }
  - { name: names none, expect: { status: 200 } }
  - { name: fails always, expect: { status: 201 } }
`,
  }

  it('config tests are shown whose result changes, and count for the exit code with --test only', async () => {
    const args = ['--replace', 'gpt-5=gpt-6.1-sol', '--fail-on', 'never']
    const { tests } = await reportOf(args, TESTED)
    expect(tests).toMatchObject({
      count: 4,
      changed: [
        { now: 'fails', line: expect.stringContaining('expected gpt-5, received gpt-6.1-sol') },
        { now: 'passes', name: 'configs/chat.test.yaml: names the new model' },
      ],
    })
    const [plain, tested] = [await run(args, TESTED), await run([...args, '--test'], TESTED)]
    expect([plain.code, tested.code]).toEqual([0, 1])
    expect(plain.out).toContain('Config tests: 2 of 4 change\n  fails: configs/chat.test.yaml:2: ')
  })

  it('other configs are proved to be equivalent, and nothing is written', async () => {
    const folder = temporaryFolder({ ...one('gpt-5'), 'configs/other.yaml': 'provider: "@claude"\n' })
    const { out, code } = await portolan(['diff', '--replace', 'gpt-5=gpt-6.1-sol'], folder)
    expect(code).toBe(1)
    expect(out).toContain('1 config differs; 1 config is proved to handle every request as before.')
    expect(out).toContain('No data goes to a host that did not get it before.')
    expect(readFileSync(`${folder}/configs/chat.yaml`, 'utf8')).toContain('model: gpt-5 ')
    expect(existsSync(`${folder}/.portolan`)).toBe(false)
  })

  it('a new destination of data and a broken budget are named', async () => {
    const { out } = await run(['--replace', 'gpt-5=@claude/claude-opus-4-6'], {
      'gateway.yaml': `${PROVIDERS}budgets: { cost: 2 }\n`,
      'configs/chat.yaml': 'provider: "@openai"\noverride_params: { model: gpt-5, max_tokens: 100 }\n',
    })
    expect(out).toMatch(/ chat: security: new is .* to https:\/\/api\.anthropic\.com\./)
    expect(out).not.toContain('No data goes')
    expect(out).toMatch(/ error: configs\/chat\.yaml:\d: .*budget/)
  })

  it('names in conditions, lists of models and prices stay, and are said', async () => {
    const { out } = await run(['--replace', 'gpt-5=gpt-6.1-sol'], one('gpt-5'))
    expect(out).toContain('Not replaced, since callers may send it: the name at gateway.yaml:5:32.')
  })

  it('is one screen for one config, however much is lost', async () => {
    const files = { ...TESTED, 'log.jsonl': answered(1, 0, 100) }
    const { out } = await run(['--replace', 'gpt-5=@claude/claude-opus-4-7', '--traffic', 'log.jsonl'], files)
    expect(out.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
  })

  it('is said in a line each for replacements beyond the first', async () => {
    const files = {
      ...one('gpt-5'),
      'configs/claude.yaml': 'provider: "@claude"\noverride_params: { model: claude-sonnet-4-5 }\n',
    }
    const { out } = await run(
      ['--replace', 'gpt-5=gpt-6.1-sol', '--replace', 'claude-sonnet-4-5=claude-sonnet-5-5'],
      files,
    )
    expect(out).toMatch(/^gpt-5 → gpt-6\.1-sol and claude-sonnet-4-5 → claude-sonnet-5-5: 2 places\n/)
    expect(out).toMatch(
      /1 other replacement\n.*\n +@claude: claude-sonnet-4-5 → claude-sonnet-5-5 +config claude /,
    )
  })

  it('is a comment for a pull request, with the difference collapsed', async () => {
    const { out } = await run(['--replace', 'gpt-5=gpt-6.1-sol', '--format', 'markdown'], TESTED)
    const [shown = '', collapsed = ''] = out.split('<details><summary>Details</summary>')
    expect(shown).toMatch(/^## gpt-5 → gpt-6\.1-sol: 1 place\n\n### `@openai`: gpt-5 → gpt-6\.1-sol\n/)
    expect(shown).toContain('| context window | 400,000 | 1,050,000 |')
    expect(shown).toContain('### Config tests: 2 of 4 change')
    expect(shown.split('\n').length).toBeLessThanOrEqual(60)
    expect(collapsed).toContain('### chat: cost')
    expect(collapsed).not.toContain('### Config tests')
  })
})

describe('a replacement that cannot be made', () => {
  it.each<readonly [readonly string[], Files, string]>([
    [['gpt-5'], one('gpt-5'), '--replace takes OLD=NEW, such as gpt-5=gpt-6.1-sol, and not "gpt-5".'],
    [['gpt-5=gpt-5'], one('gpt-5'), '--replace "gpt-5=gpt-5" names the same model twice.'],
    [['gpt-5=@claude/'], one('gpt-5'), '--replace names the provider "@claude/" without a model.'],
    [['gpt-5=a', 'gpt-5=b'], one('gpt-5'), '--replace names "gpt-5" twice.'],
    [
      ['gpt5=gpt-6.1-sol'],
      one('gpt-5'),
      'Nothing in the project calls the model "gpt5" by its name; its callers may, which --replace does not change. Did you mean "gpt-5"?',
    ],
    [
      ['gpt-5=gpt-6.1-sol'],
      one('gpt-5-2025-08-07'),
      'Nothing in the project calls the model "gpt-5" by its name: it is only compared, priced or allowed, at gateway.yaml:5:32. Did you mean "gpt-5-2025-08-07"?',
    ],
    [
      ['mistral-large=gpt-6.1-sol'],
      one('gpt-5'),
      'Nothing in the project calls the model "mistral-large" by its name; its callers may, which --replace does not change. It names gpt-5.',
    ],
    [
      ['gpt-5=gpt-6.1-sol'],
      {
        ...one('gpt-5-mini'),
        'configs/routed.yaml': `strategy:
  mode: conditional
  conditions: [{ query: { params.model: { $in: [gpt-5] } }, then: big }]
  default: big
targets: [{ name: big, provider: "@openai" }]
`,
      },
      'Nothing in the project calls the model "gpt-5" by its name: it is only compared, priced or allowed, at gateway.yaml:5:32 and configs/routed.yaml:3:49. Did you mean "gpt-5-mini"?',
    ],
    [
      ['gpt-5=@cloude/claude-sonnet-5-5'],
      one('gpt-5'),
      'No provider of the manifest has the slug "cloude". Did you mean "claude"?',
    ],
  ])('%j is a mistake of usage', async (replacements, files, sentence) => {
    const { code, complaints } = await run(
      replacements.flatMap(each => ['--replace', each]),
      files,
    )
    expect([code, complaints.split('\n')[0]]).toEqual([64, sentence])
  })

  it.each([
    [['--replace', 'a=b', '--live'], '--replace has no --live.'],
    [['--replace', 'a=b', '.', '.'], 'With --replace, name at most one project: it is compared with itself.'],
    [['--replace', 'a=b', '--format', 'sarif'], 'With --replace, --format must be pretty, json or markdown.'],
    [['--replace', 'a=b', '--log', 'week'], '--log must be a duration such as 30m, 6h or 7d.'],
    [
      ['--replace', 'a=b', '--log', '7d', '--traffic', 'x'],
      'Name one log: --log for that of the gateway, or --traffic for a file.',
    ],
    [['--log', 'week', '.', '.'], '--log must be a duration such as 30m, 6h or 7d.'],
    [
      ['--log', '7d', '--traffic', 'x', '.', '.'],
      'Name one log: --log for that of the gateway, or --traffic for a file.',
    ],
    [['--replace', 'a=b', '--store', 'sqlite:x'], '--store needs --log.'],
    [
      ['--replace', 'a=b', 'git:main'],
      '--replace takes a project or a config with its sources: check the commit out first.',
    ],
  ])('%j is a mistake of usage', async (args, sentence) => {
    const { code, complaints } = await run(args, one('gpt-5'))
    expect([code, complaints.split('\n')[0]]).toEqual([64, sentence])
  })

  it.each<readonly [string, string, Files, string]>([
    [
      'several providers',
      '@openai/gpt-5=gpt-6.1-sol',
      {
        'configs/chat.yaml':
          'strategy: { mode: fallback }\noverride_params: { model: gpt-5 }\ntargets: [{ provider: "@openai" }, { provider: "@claude" }]\n',
      },
      'configs/chat.yaml:2:27: "gpt-5" cannot become "gpt-6.1-sol" here: the model is also sent to @openai, @claude; write the override into the targets.\n',
    ],
    [
      'targets with their own providers',
      'gpt-5=@claude/claude-sonnet-5-5',
      {
        'configs/chat.yaml':
          'strategy: { mode: fallback }\noverride_params: { model: gpt-5 }\ntargets: [{ provider: "@openai" }]\n',
      },
      'configs/chat.yaml:2:27: "gpt-5" cannot become "@claude/claude-sonnet-5-5" here: the targets with this model name their own providers.\n',
    ],
    [
      'credentials beside it',
      'gpt-5=@claude/claude-sonnet-5-5',
      {
        'configs/chat.yaml': 'provider: openai\napi_key: "${env:KEY}"\noverride_params: { model: gpt-5 }\n',
      },
      'configs/chat.yaml:3:27: "gpt-5" cannot become "@claude/claude-sonnet-5-5" here: its credentials or its host are those of its provider.\n',
    ],
    [
      'no provider of the name',
      'gpt-5=mistral-ai/mistral-large-latest',
      one('gpt-5'),
      'configs/chat.yaml:2:27: "gpt-5" cannot become "mistral-ai/mistral-large-latest" here: the manifest has no provider of "mistral".\n',
    ],
  ])('for %s is said with its place', async (_, replacement, files, sentence) => {
    const { code, complaints, out } = await run(['--replace', replacement], {
      'gateway.yaml': PROVIDERS,
      ...files,
    })
    expect({ code, complaints, out }).toEqual({ code: 2, complaints: sentence, out: '' })
  })

  it('shows the errors of the project with the new model, at the places of the old one', async () => {
    const files = {
      'gateway.yaml': `${PROVIDERS}state: redis://127.0.0.1:6379/0
cache: { semantic: { provider: "@openai", model: text-embedding-3-small } }
`,
      'configs/any.yaml': 'provider: "@openai"\n',
    }
    const args = ['--replace', 'text-embedding-3-small=@claude/claude-sonnet-5-5']
    const { code, complaints, out } = await run(args, files)
    expect([code, complaints.split('\n')[0]]).toEqual([
      2,
      'The project with @claude/claude-sonnet-5-5 in place of text-embedding-3-small has errors, at the places of the old names:',
    ])
    expect(out).toMatch(/^gateway\.yaml:5:32 error provider-cannot-embed\n/)
    const comment = await run([...args, '--format', 'markdown'], files)
    expect(comment.out).toMatch(
      /^## The project with `@claude\/claude-sonnet-5-5` in place of text-embedding-3-small has 1 error in 1 config\n/,
    )
  })
})
