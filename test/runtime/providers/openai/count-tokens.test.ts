// Counts of messages at OpenAI: the request as its counter takes it, and the count as a client of Messages reads it.
import { expect, it } from 'vitest'
import { createHarness } from '../../../support/harness.ts'
import { HOSTS_MANIFEST } from '../../link/hosts-manifest.ts'

const LONG = `call_${'0'.repeat(70)}`
const PNG = { type: 'base64', media_type: 'image/png', data: 'AA==' }
const SCHEMA = { type: 'object', properties: { path: { type: 'string' } } }

const count = async (body: object, step: object) => {
  const here = createHarness({
    manifest: HOSTS_MANIFEST,
    environment: { KEY: 'key' },
    script: [step as never],
  })
  const reply = await here.call({
    path: '/messages/count_tokens',
    body: { model: '@main/gpt-6.1-sol', ...body },
  })
  return { reply, sent: here.upstream.sent }
}

it('a conversation is counted as a response would read it', async () => {
  const { reply, sent } = await count(
    {
      system: 'Be brief.',
      tools: [{ name: 'read', description: 'Reads.', input_schema: SCHEMA, strict: true }],
      tool_choice: { type: 'tool', name: 'read' },
      output_config: { format: { type: 'json_schema', schema: SCHEMA } },
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            { type: 'image', source: PNG },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'I read.' },
            { type: 'tool_use', id: LONG, name: 'read', input: { path: '/a' } },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: LONG, content: 'a' }] },
      ],
    },
    { status: 200, body: { object: 'response.input_tokens', input_tokens: 321 } },
  )
  expect([reply.status, reply.json]).toEqual([200, { input_tokens: 321 }])
  expect(reply.headers['x-gateway-token-count']).toBeUndefined()
  const [request] = sent
  expect(request?.path).toBe('/v1/responses/input_tokens')
  const id = expect.stringMatching(/^.{64}$/)
  expect(request?.json).toEqual({
    model: 'gpt-6.1-sol',
    input: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'Look' },
          { type: 'input_image', image_url: 'data:image/png;base64,AA==' },
        ],
      },
      { role: 'assistant', content: 'I read.' },
      { type: 'function_call', call_id: id, name: 'read', arguments: '{"path":"/a"}' },
      { type: 'function_call_output', call_id: id, output: 'a' },
    ],
    tools: [{ type: 'function', name: 'read', description: 'Reads.', parameters: SCHEMA, strict: false }],
    tool_choice: { type: 'function', name: 'read' },
    text: { format: { type: 'json_schema', name: 'output', schema: SCHEMA } },
  })
})

it('a reply without a count is no count', async () => {
  const { reply } = await count(
    { messages: [{ role: 'user', content: 'Hello' }] },
    { status: 200, body: { object: 'response.input_tokens' } },
  )
  expect(reply.status).toBe(502)
})
