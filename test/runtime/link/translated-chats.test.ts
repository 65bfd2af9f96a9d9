// What holds for chats at every provider with a dialect of its own.
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'

const MODELS = [
  '@claude/claude-opus-4-6',
  '@gemini/gemini-2.5-flash',
  '@command/command-r',
  '@llama/llama3',
  '@nova/amazon.nova-pro-v1:0',
]
const key = { api_key: '${env:MAIN_KEY}' }
const manifest = {
  providers: {
    claude: { provider: 'anthropic', ...key },
    gemini: { provider: 'google', ...key },
    command: { provider: 'cohere', ...key },
    llama: { provider: 'ollama-native' },
    nova: { provider: 'bedrock', cloud1_region: 'us-east-1', ...key },
  },
}
const send = async (model: string, more: object) => {
  const { call, upstream } = createHarness({ manifest, script: [{ status: 500, body: {} }] })
  const messages = [{ role: 'user', content: 'Hello' }]
  const reply = await call({ body: { model, messages, ...more } })
  return { reply, isSent: upstream.sent.length > 0 }
}

describe.each(MODELS)('a chat at %s', model => {
  it.each([[''], [null], [[]]])('whose only message is %j is refused', async content => {
    const { reply, isSent } = await send(model, { messages: [{ role: 'user', content }] })
    expect([reply.status, isSent]).toEqual([400, false])
    expect(reply.json).toMatchObject({ error: { code: 'invalid_request', param: 'messages' } })
  })

  it.each([
    [{ tool_choice: 'required' }, ['tool_choice']],
    [{ tool_choice: 'required', parallel_tool_calls: false }, ['parallel_tool_calls', 'tool_choice']],
    [{ tool_choice: 'auto', parallel_tool_calls: true }, []],
    [{ tool_choice: 'none' }, []],
  ])('without tools names what has no effect of %j', async (more, dropped) => {
    const { reply, isSent } = await send(model, more)
    expect([isSent, reply.outcome?.reply.dropped ?? []]).toEqual([true, dropped])
  })
})
