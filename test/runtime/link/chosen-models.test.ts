// Messages for a Claude that the gateway chose: the client wrote for another one, so thinking, effort and sampling become what the model
// accepts (platform.claude.com/docs/en/build-with-claude/adaptive-thinking, effort, extended-thinking). The client's own model gets its bytes.
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { createHarness } from '../../support/harness.ts'
import type { Step } from '../../support/scripted-upstream.ts'

const OLDER = 'claude-sonnet-4-5'
const MANIFEST = {
  aliases: { smart: `@claude/${OLDER}` },
  providers: {
    claude: { provider: 'anthropic', api_key: '${env:KEY}' },
    vertex: {
      provider: 'vertex',
      api_key: '${env:KEY}',
      cloud3_region: 'us-central1',
      cloud3_project_id: 'p',
    },
    mantle: {
      provider: 'bedrock-mantle',
      cloud1_access_key_id: '${env:KEY}',
      cloud1_secret_access_key: '${env:KEY}',
      cloud1_region: 'us-east-1',
    },
    deepseek: { provider: 'deepseek', api_key: '${env:KEY}' },
  },
}
const OK: Step = { status: 200, body: { type: 'message', role: 'assistant', content: [], model: OLDER } }
const CONFIGS = {
  chosen: { provider: '@claude', override_params: { model: OLDER } },
  vertex: { provider: '@vertex', override_params: { model: OLDER } },
  mantle: { provider: '@mantle', override_params: { model: `anthropic.${OLDER}` } },
  newer: { provider: '@claude', override_params: { model: 'claude-opus-4-7' } },
  fallback: {
    strategy: { mode: 'fallback' },
    targets: [{ provider: '@claude' }, { provider: '@claude', override_params: { model: OLDER } }],
  },
}

async function send(config: string | undefined, more: JsonObject, script: readonly Step[] = [OK]) {
  const here = createHarness({ manifest: MANIFEST, configs: CONFIGS, environment: { KEY: 'key' }, script })
  const reply = await here.call({
    path: '/messages',
    headers: config === undefined ? {} : { 'x-gateway-config': config },
    body: {
      model: config === undefined ? '@claude/claude-opus-4-8' : 'claude-opus-4-8',
      max_tokens: 32_000,
      messages: [{ role: 'user', content: 'Hello' }],
      ...more,
    },
  })
  const sent = here.upstream.sent.at(-1)
  return {
    reply,
    sent: sent?.json as JsonObject,
    text: sent?.text,
    dropped: reply.outcome?.reply.dropped ?? [],
  }
}

const NEW = { thinking: { type: 'adaptive' }, output_config: { effort: 'xhigh', task_budget: 9 } } as const
const BUDGET = { type: 'enabled', budget_tokens: 30_976 }

describe('a message for another model', () => {
  it.each(['chosen', 'vertex', 'mantle'])('has its thinking, by a config: %s', async config => {
    const { sent, dropped, reply } = await send(config, NEW)
    expect([reply.status, sent['thinking'], sent['output_config'], dropped]).toEqual([
      200,
      BUDGET,
      { task_budget: 9 },
      ['output_config.effort'],
    ])
  })

  it('has its thinking after a fallback, and the first target got the bytes', async () => {
    const overloaded: Step = {
      status: 529,
      body: { type: 'error', error: { type: 'overloaded_error', message: 'x' } },
    }
    const { reply, sent } = await send('fallback', NEW, [overloaded, OK])
    expect([reply.status, sent['model'], sent['thinking']]).toEqual([200, OLDER, BUDGET])
  })

  it('has its thinking by an alias', async () => {
    const { sent } = await send(undefined, { ...NEW, model: 'smart' })
    expect([sent['model'], sent['thinking']]).toEqual([OLDER, BUDGET])
  })

  it.each<readonly [string, string, JsonObject, JsonObject, readonly string[]]>([
    [
      'a budget becomes an effort',
      'newer',
      { thinking: { type: 'enabled', budget_tokens: 20_000 } },
      { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'high' } },
      [],
    ],
    [
      'sampling that it refuses is left out',
      'newer',
      { temperature: 0.5, top_k: 5 },
      {},
      ['temperature', 'top_k'],
    ],
    [
      'thinking beside a forced tool is left out',
      'chosen',
      { thinking: { type: 'adaptive' }, tools: [{ name: 'f' }], tool_choice: { type: 'any' } },
      { tool_choice: { type: 'any' } },
      ['thinking'],
    ],
    ['what it accepts stays', 'chosen', { temperature: 0.5 }, { temperature: 0.5 }, []],
  ])('%s', async (_, config, more, fields, dropped) => {
    const { sent, dropped: named } = await send(config, more)
    const { model: _m, max_tokens: _t, messages: _s, tools: _o, ...others } = sent
    expect([others, named]).toEqual([fields, dropped])
  })

  it('is sent as it is to the model of the client', async () => {
    const { sent, dropped } = await send(undefined, { ...NEW, temperature: 0.5 })
    expect([sent, dropped]).toMatchObject([{ ...NEW, temperature: 0.5 }, []])
  })
})

describe('a forced tool', () => {
  const tools = [{ name: 'f', input_schema: { type: 'object' } }]
  it('becomes a choice at a host of the dialect whose model refuses it', async () => {
    const model = '@deepseek/deepseek-v4-pro'
    const { sent, dropped } = await send(undefined, { model, tools, tool_choice: { type: 'any' } })
    expect([sent['tool_choice'], dropped]).toEqual([{ type: 'auto' }, ['tool_choice']])
    const auto = await send(undefined, { model, tools, tool_choice: { type: 'auto' } })
    expect([auto.sent['tool_choice'], auto.dropped]).toEqual([{ type: 'auto' }, []])
  })
})
