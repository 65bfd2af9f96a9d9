// A chat with `max_tokens: -1`, as clients of local servers send it: no limit, at every provider that is translated.
import { expect, it } from 'vitest'
import { createHarness, TRANSLATED_PROVIDERS } from '../../support/harness.ts'

const sentTo = async (model: string, limits: object): Promise<unknown> => {
  const { call, upstream } = createHarness({
    manifest: TRANSLATED_PROVIDERS,
    script: [{ status: 500, body: {} }],
  })
  await call({
    path: '/chat/completions',
    body: { model, messages: [{ role: 'user', content: 'Hello' }], ...limits },
  })
  return upstream.sent[0]?.json
}

it.each(['@claude/claude-opus-4-6', '@gemini/gemini-2.5-flash', '@command/command-r', '@llama/llama3'])(
  '%s',
  async model => {
    const unlimited = await sentTo(model, {})
    expect(unlimited).toBeDefined()
    expect(await sentTo(model, { max_tokens: -1 })).toEqual(unlimited)
    expect(await sentTo(model, { max_completion_tokens: -1 })).toEqual(unlimited)
    expect(await sentTo(model, { max_tokens: 5 })).not.toEqual(unlimited)
    expect(await sentTo(model, { max_tokens: -2 })).toBeUndefined()
  },
)
