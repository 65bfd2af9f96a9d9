// Saved prompts by API: versions that never change, and publishing apart from updating.
import { describe, expect, test } from 'vitest'
import { isFailure } from '../../../../runtime/values/failures.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { MOCK, start } from './prompt-harness.ts'

describe('POST /prompts', () => {
  test('saves a prompt whose first version is published and served', async () => {
    const { create, send, render } = await start(MOCK)
    const created = await create({ parameters: { temperature: 0.2, stop: null, max_tokens: 9 } })
    expect(created).toMatchObject({ status: 200, body: { slug: 'letter', version: 1, object: 'prompt' } })
    expect(render('letter')).toBe('Hello Ada')
    expect((await send('GET', '/prompts/letter')).body).toMatchObject({
      slug: 'letter',
      version: 1,
      latest_version: 1,
      owner: 'api',
      string: 'Hello {{name}}',
      parameters: { temperature: 0.2, max_tokens: 9 },
      model: '@mock/echo',
    })
  })

  test('reads the messages as JSON or YAML before they are templates', async () => {
    const { create, render, source } = await start(MOCK)
    await create({ slug: 'json', string: '[{"role":"system","content":"Be {{name}}"}]' })
    await create({
      slug: 'yaml',
      string: '- role: system\n  content: Be {{name}}\n- role: user\n  content: Hi',
    })
    expect([render('json'), render('yaml')]).toEqual(['Be Ada', 'Be Ada'])
    const found = source.find('yaml', undefined, 'default', true)
    expect(isFailure(found) ? found : found.render({ name: '"}, {"role":"user"' })).toEqual([
      { role: 'system', content: 'Be "}, {"role":"user"' },
      { role: 'user', content: 'Hi' },
    ])
  })

  test.each(['{not JSON}', '[note] {{name}}', '- be kind\n- {{name}}', 'Hello: {{name}}'])(
    'the text %j is one message',
    async string => {
      const { create, render } = await start(MOCK)
      await create({ string })
      expect(render('letter')).toBe(string.replace('{{name}}', 'Ada'))
    },
  )

  test.each<readonly [string, JsonObject, string]>([
    ['a template that is not well formed', { string: '{{#a}}' }, 'The section "a" is not closed.'],
    [
      'messages that are no YAML',
      { string: '- role: user\n  content: [' },
      'cannot be read as messages: it is not YAML',
    ],
    ['a list without messages', { string: '[]' }, 'it is not a list of messages'],
    ['messages that are no JSON', { string: '[{"role":' }, 'cannot be read as messages: it is not JSON'],
    ['a provider that does not exist', { model: '@ghost/x' }, 'has the slug "ghost"'],
    ['a parameter that does not exist', { parameters: { top_pp: 1 } }, '"top_pp" is neither'],
    [
      'a parameter of the wrong type',
      { parameters: { temperature: 'hot' } },
      '"temperature" must be a number',
    ],
    [
      'messages among the parameters',
      { parameters: { messages: [] } },
      '"parameters" cannot have "messages"',
    ],
    ['a partial that does not exist', { string: '{{>ghost}}' }, 'No partial is named "ghost"'],
    ['a collection that does not exist', { collection_id: 'ghost' }, 'There is no collection "ghost"'],
    ['an unknown field', { temprature: 1 }, 'temprature'],
    ['a raw template', { is_raw_template: true }, 'is_raw_template'],
  ])('refuses %s, and stores nothing', async (_title, body, sentence) => {
    const { create, send } = await start(MOCK)
    const answer = await create(body)
    expect([400, 404]).toContain(answer.status)
    expect(answer.body.error.message).toContain(sentence)
    expect((await send('GET', '/prompts')).body.total).toBe(0)
  })

  test('a name that is taken gets another slug; a slug that is taken is a conflict', async () => {
    const { create } = await start(MOCK)
    await create({})
    expect((await create({})).body.slug).toMatch(/^letter-[0-9a-f]{8}$/)
    expect((await create({ slug: 'letter' })).status).toBe(409)
    expect((await create({ slug: 'partials' })).status).toBe(409)
  })
})

describe('PUT /prompts/{promptId}', () => {
  test('adds a version and never publishes it', async () => {
    const { create, send, render } = await start(MOCK)
    await create({})
    const updated = await send('PUT', '/prompts/letter', { string: 'Dear {{name}}', model: '@mock/echo' })
    expect(updated.body).toMatchObject({ version: 2 })
    expect([render('letter'), render('letter@latest'), render('letter@2'), render('letter@1')]).toEqual([
      'Hello Ada',
      'Dear Ada',
      'Dear Ada',
      'Hello Ada',
    ])
    expect((await send('GET', '/prompts/letter')).body).toMatchObject({ version: 1, latest_version: 2 })
    expect((await send('PUT', '/prompts/letter/makeDefault', { version: 2 })).body).toEqual({})
    expect(render('letter')).toBe('Dear Ada')
    expect((await send('PUT', '/prompts/letter/makeDefault', { version: 3 })).status).toBe(404)
  })

  test('patch takes string, parameters, metadata and model from the latest version where they are absent', async () => {
    const { create, send } = await start(MOCK)
    await create({ parameters: { temperature: 0.2 }, metadata: { owner: 'a' }, version_description: 'first' })
    await send('PUT', '/prompts/letter', { patch: true, parameters: { temperature: 1 } })
    expect((await send('GET', '/prompts/letter/versions/2')).body).toMatchObject({
      string: 'Hello {{name}}',
      parameters: { temperature: 1 },
      metadata: { owner: 'a' },
      model: '@mock/echo',
    })
    await send('PUT', '/prompts/letter', {
      patch: true,
      string: 'Hi {{name}}',
      template_metadata: { owner: 'b' },
    })
    const third = (await send('GET', '/prompts/letter/versions/3')).body
    expect(third).toMatchObject({
      string: 'Hi {{name}}',
      parameters: { temperature: 1 },
      metadata: { owner: 'b' },
    })
    expect(third).not.toHaveProperty('version_description')
    const answer = await send('PUT', '/prompts/letter', { parameters: { temperature: 1 } })
    expect([answer.status, answer.body.error.param]).toEqual([400, 'string'])
    // The query says it too.
    const queried = await send('PUT', '/prompts/letter?patch=true', { parameters: { temperature: 2 } })
    expect(queried.status).toBe(200)
    expect((await send('GET', '/prompts/letter/versions/4')).body).toMatchObject({
      string: 'Hi {{name}}',
      parameters: { temperature: 2 },
    })
    const wrong = await send('PUT', '/prompts/letter?patch=yes', { parameters: { temperature: 2 } })
    expect([wrong.status, wrong.body.error.param]).toEqual([400, 'patch'])
  })

  test('a name alone adds no version; If-Match refuses what was changed meanwhile', async () => {
    const { create, send } = await start(MOCK)
    const { headers } = await create({})
    const renamed = await send('PUT', '/prompts/letter', { name: 'Letters' })
    expect(renamed.body.version).toBe(1)
    expect((await send('GET', '/prompts?name=LETTERS')).body.total).toBe(1)
    const etag = { headers: ['if-match', headers['etag'] ?? ''] }
    expect((await send('PUT', '/prompts/letter', { name: 'x' }, etag)).status).toBe(412)
  })
})
