// Renderings of saved prompts, their versions, and the head of their calls.
import { describe, expect, it } from 'vitest'
import { harness, MANIFEST, send, sha256 } from './prompted-gateway.ts'

describe('POST /prompts/{promptId}/render', () => {
  it('replies with data that is the body of a chat', async () => {
    const first = await send('letter/render', { variables: { customer: 'Ada' }, top_p: 0.5 })
    expect(first.reply.status).toBe(200)
    expect(first.reply.json).toEqual({
      success: true,
      data: {
        model: '@main/gpt-4o',
        temperature: 0.2,
        max_completion_tokens: 100,
        top_p: 0.5,
        messages: [
          { role: 'system', content: 'Be kind.' },
          { role: 'user', content: 'Write to Ada.' },
        ],
      },
    })
    expect(first.sent).toBeUndefined()
    expect(first.reply.outcome?.record.prompt).toBe('letter@1')
    const { call, upstream } = harness()
    const chat = await call({ body: (first.reply.json as { data: object }).data })
    expect(chat.status).toBe(200)
    expect(upstream.sent[0]?.json).toMatchObject({ model: 'gpt-4o', top_p: 0.5 })
  })

  it('names a stored provider by the model', async () => {
    const { reply } = await send('keyed/render', { variables: {} })
    expect(reply.json).toMatchObject({ data: { model: '@other/m' } })
  })

  it('rejects what completions reject', async () => {
    const { reply } = await send('letter/render', { variables: {} })
    expect(reply.status).toBe(400)
  })
})

describe('The version of a prompt', () => {
  it.each(['letter', 'letter@latest', 'letter@1', 'letter%401'])(
    '%s is the one of the bundle',
    async name => {
      const { reply } = await send(`${name}/render`, { variables: { customer: 'A' } })
      expect(reply.status).toBe(200)
      expect(reply.outcome?.record.prompt).toBe('letter@1')
    },
  )

  it.each([
    ['letter@2', 'The prompt "letter" has no version or label "2". Its only version is 1.'],
    ['letter@production', 'The prompt "letter" has no version or label "production". Its only version is 1.'],
    ['letter@', 'The prompt "letter" has no version or label "". Its only version is 1.'],
    ['ghost', 'Unknown prompt "ghost". Saved prompts: keyed, letter, open, plain, routed, with-partial.'],
    [
      '__proto__',
      'Unknown prompt "__proto__". Saved prompts: keyed, letter, open, plain, routed, with-partial.',
    ],
  ])('%s is 404', async (name, sentence) => {
    const { reply } = await send(`${name}/render`, { variables: {} })
    expect(reply.status).toBe(404)
    expect(reply.json).toMatchObject({ error: { code: 'unknown_prompt', message: sentence } })
  })
})

describe.each(['render', 'completions'])('The stream of a call of /%s', action => {
  it.each(['yes', 'true', 1, []])('that is %j is 400, as of a chat', async stream => {
    const { reply } = await send(`letter/${action}`, { variables: { customer: 'A' }, stream })
    expect([reply.status, reply.json]).toMatchObject([
      400,
      { error: { message: '"stream" must be a boolean.', param: 'stream' } },
    ])
  })
})

describe('The head of a call of a prompt', () => {
  it.each<readonly [string, string, string, Readonly<Record<string, string>>, number]>([
    ['another method', 'GET', '/prompts/letter/render', {}, 405],
    ['another content type', 'POST', '/prompts/letter/render', { 'content-type': 'text/plain' }, 415],
    ['a slash at the end', 'POST', '/prompts/letter/render/', {}, 200],
    ['a query', 'POST', '/prompts/letter/render?x=1', {}, 200],
    ['a path below it', 'POST', '/prompts/letter/render/more', {}, 501],
  ])('%s', async (_title, method, path, headers, status) => {
    const { call } = harness()
    const body = { variables: { customer: 'A' } }
    expect((await call({ method, path, headers, body })).status).toBe(status)
  })

  it.each([
    ['inference', 'completions', 200],
    ['inference', 'render', 200],
    ['prompts.render', 'render', 200],
    ['prompts.render', 'completions', 403],
    ['models', 'render', 403],
  ])('with the scope %s: %s is %i', async (scope, action, status) => {
    const { call } = harness({
      manifest: { ...MANIFEST, api_keys: [{ id: 'k', hash: `sha256:${sha256('key')}`, scopes: [scope] }] },
    })
    const reply = await call({
      path: `/prompts/letter/${action}`,
      headers: { 'x-gateway-api-key': 'key' },
      body: { variables: { customer: 'A' } },
    })
    expect(reply.status).toBe(status)
  })
})
