// Saved prompts by API: versions that never change, publishing apart from updating, labels, partials, collections, ownership, and what
// calls get of them.
import { afterEach, describe, expect, test } from 'vitest'
import { createStoredPrompts } from '../../../../runtime/control/prompts/stored-prompts.ts'
import { bundlePrompts } from '../../../../runtime/prompts/bundle-prompts.ts'
import { isFailure } from '../../../../runtime/values/failures.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { type ControlHarness, openControl, sha256 } from '../../../support/control-harness.ts'

let open: ControlHarness | undefined
const start = async (...given: Parameters<typeof openControl>) => {
  const harness = await openControl(...given)
  open = harness
  const { context, send } = harness
  const prompts = { prompts: context.prompts ?? {}, partials: context.partials ?? {} }
  if (context.replica === undefined) throw new Error('The harness has no store.')
  const source = createStoredPrompts(bundlePrompts(prompts), context, context.replica)
  /** The content of the first message of a rendering, or the code of the failure. */
  const render = (name: string, variables: JsonObject = { name: 'Ada' }, workspace = 'default'): unknown => {
    const [id = '', version] = name.split('@')
    const found = source.find(id, version, workspace)
    const rendered = isFailure(found) ? found : found.render(variables)
    if (isFailure(rendered)) return rendered.code
    return (rendered[0] as { content: string }).content
  }
  const create = async (body: JsonObject) =>
    await send('POST', '/prompts', { name: 'letter', string: 'Hello {{name}}', model: '@mock/echo', ...body })
  return { ...harness, source, render, create }
}
afterEach(async () => {
  await open?.close()
  open = undefined
})

const MOCK = { providers: { mock: { provider: 'mock' } } }

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
    const found = source.find('yaml', undefined, 'default')
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

describe('Labels', () => {
  test('lead calls to versions, and a label that is deleted is 404, also when it is created anew', async () => {
    const { create, send, render } = await start(MOCK)
    await create({})
    await send('PUT', '/prompts/letter', { patch: true, string: 'Dear {{name}}' })
    expect(render('letter@canary')).toBe('unknown_prompt')
    const label = (await send('POST', '/labels', { name: 'canary', color_code: '#fff' })).body
    expect((await send('PUT', '/prompts/letter/versions/2', { label_id: label.id })).status).toBe(200)
    await send('PUT', '/prompts/letter/versions/1', { label: 'production' })
    expect([render('letter@canary'), render('letter@production')]).toEqual(['Dear Ada', 'Hello Ada'])
    expect((await send('GET', '/prompts/letter')).body.labels).toEqual({ canary: 2, production: 1 })
    expect((await send('GET', '/prompts/letter/versions/canary')).body).toMatchObject({
      version: 2,
      labels: ['canary'],
      status: 'archived',
    })
    await send('DELETE', '/labels/canary')
    expect(render('letter@canary')).toBe('unknown_prompt')
    await send('POST', '/labels', { name: 'canary' })
    expect(render('letter@canary')).toBe('unknown_prompt')
    await send('PUT', '/prompts/letter/versions/1', { label: null })
    expect(render('letter@production')).toBe('unknown_prompt')
  })

  test('that are built in are listed and cannot be changed', async () => {
    const { send } = await start(MOCK)
    const { data } = (await send('GET', '/labels')).body
    expect(data.map(({ name, built_in }: JsonObject) => [name, built_in])).toEqual([
      ['production', true],
      ['staging', true],
      ['development', true],
    ])
    expect((await send('DELETE', '/labels/staging')).status).toBe(400)
    expect((await send('PUT', '/labels/staging', { name: 'x' })).status).toBe(400)
  })

  test.each(['12', 'latest', 'default', 'a b', 'production'])('%s is no name of a new one', async name => {
    const { send } = await start(MOCK)
    expect([400, 409]).toContain((await send('POST', '/labels', { name })).status)
  })

  test('are renamed with what they lead to', async () => {
    const { create, send, render } = await start(MOCK)
    await create({})
    await send('POST', '/labels', { name: 'canary' })
    await send('PUT', '/prompts/letter/versions/1', { label: 'canary' })
    expect((await send('PUT', '/labels/canary', { name: 'beta', description: 'try' })).body).toMatchObject({
      name: 'beta',
      description: 'try',
    })
    expect([render('letter@beta'), render('letter@canary')]).toEqual(['Hello Ada', 'unknown_prompt'])
  })
})

describe('Partials', () => {
  test('are published apart from updates, which changes every prompt that pins no version', async () => {
    const { create, send, render } = await start(MOCK)
    await send('POST', '/prompts/partials', { name: 'tone', string: 'Be kind' })
    await create({ slug: 'free', string: '{{>tone}}, {{name}}' })
    await create({ slug: 'pinned', string: '{{>tone@1}}, {{name}}' })
    expect([render('free'), render('pinned')]).toEqual(['Be kind, Ada', 'Be kind, Ada'])
    await send('PUT', '/prompts/partials/tone', { string: 'Be calm' })
    expect(render('free')).toBe('Be kind, Ada')
    await send('PUT', '/prompts/partials/tone/makeDefault', { version: 2 })
    expect([render('free'), render('pinned')]).toEqual(['Be calm, Ada', 'Be kind, Ada'])
    expect((await send('GET', '/prompts/partials/tone')).body).toMatchObject({
      string: 'Be calm',
      version: 2,
    })
    const versions = (await send('GET', '/prompts/partials/tone/versions')).body
    expect(versions.data.map(({ status }: JsonObject) => status)).toEqual(['published', 'archived'])
  })

  test.each([
    ['{{#a}}', 'is not closed'],
    ['{{>ghost}}', 'No partial is named "ghost"'],
    ['{{>tone}}', 'It includes itself'],
    ['{{>outer}}', 'It includes itself'],
  ])('%s is refused', async (string, sentence) => {
    const { send } = await start(MOCK)
    await send('POST', '/prompts/partials', { name: 'tone', string: 'x' })
    await send('POST', '/prompts/partials', { name: 'outer', string: '{{>tone}}' })
    const answer = await send('PUT', '/prompts/partials/tone', { string })
    expect([answer.status, answer.body.error.param]).toEqual([400, 'string'])
    expect(answer.body.error.message).toContain(sentence)
  })

  test('that are included are not deleted', async () => {
    const { create, send } = await start(MOCK)
    await send('POST', '/prompts/partials', { name: 'tone', string: 'x' })
    await create({ string: '[{"role":"user","content":"{{>tone}}"}]' })
    const answer = await send('DELETE', '/prompts/partials/tone')
    expect([answer.status, answer.body.error.message]).toEqual([
      409,
      'The partial "tone" is included by the prompt "letter".',
    ])
    await send('DELETE', '/prompts/letter')
    expect((await send('DELETE', '/prompts/partials/tone')).body).toEqual({})
    expect((await send('GET', '/prompts/partials/tone')).status).toBe(404)
  })

  test('a version that does not exist is refused', async () => {
    const { create, send } = await start(MOCK)
    await send('POST', '/prompts/partials', { name: 'tone', string: 'x' })
    expect((await create({ string: '{{>tone@2}}' })).body.error.message).toContain('has no version "2"')
  })
})

describe('Collections', () => {
  test('hold prompts, and are deleted when they are empty', async () => {
    const { create, send } = await start(MOCK)
    const made = (await send('POST', '/collections', { name: 'My letters' })).body
    expect(made).toMatchObject({ slug: 'my-letters', built_in: false })
    await create({ collection_id: 'my-letters' })
    await create({ slug: 'other' })
    const inside = (await send('GET', `/prompts?collection_id=${made.id}`)).body
    expect(inside.data.map(({ slug }: JsonObject) => slug)).toEqual(['letter'])
    expect((await send('DELETE', '/collections/my-letters')).status).toBe(409)
    await send('PUT', '/prompts/letter', { collection_id: 'default' })
    expect((await send('PUT', '/collections/my-letters', { name: 'x' })).body.name).toBe('x')
    expect((await send('DELETE', '/collections/my-letters')).body).toEqual({})
    expect((await send('DELETE', '/collections/default')).status).toBe(400)
    expect((await send('GET', '/collections')).body.total).toBe(1)
  })
})

describe('What the project defines', () => {
  const PROJECT = {
    prompts: { hello: { model: '@mock/echo', messages: [{ role: 'user', content: 'Hello {{>who}}' }] } },
    partials: { who: 'Ada' },
  }

  test('is read and served here, and changed in git', async () => {
    const { send, render, create } = await start(MOCK, PROJECT)
    expect((await send('GET', '/prompts')).body.data).toMatchObject([
      { slug: 'hello', owner: 'git', version: 1 },
    ])
    expect((await send('GET', '/prompts/hello')).body).toMatchObject({
      string: '[{"role":"user","content":"Hello {{>who}}"}]',
      model: '@mock/echo',
      owner: 'git',
    })
    expect((await send('GET', '/prompts/hello/versions')).body).toMatchObject({ total: 1 })
    expect((await send('GET', '/prompts/partials/who')).body).toMatchObject({ string: 'Ada', owner: 'git' })
    expect([render('hello'), render('hello@1'), render('hello@2')]).toEqual([
      'Hello Ada',
      'Hello Ada',
      'unknown_prompt',
    ])
    for (const answer of [
      await send('PUT', '/prompts/hello', { name: 'x' }),
      await send('DELETE', '/prompts/hello'),
      await send('PUT', '/prompts/hello/versions/1', { label: 'production' }),
      await send('PUT', '/prompts/hello/makeDefault', { version: 1 }),
      await send('PUT', '/prompts/partials/who', { string: 'x' }),
      await create({ slug: 'hello' }),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([409, 'owned_by_git'])
    await create({ slug: 'own', string: '{{>who}}' })
    expect(render('own')).toBe('Ada')
  })

  test('is read without a store, where nothing is written', async () => {
    open = await openControl(MOCK, { ...PROJECT, store: 'none' })
    expect((await open.send('GET', '/prompts/hello')).status).toBe(200)
    for (const [path, body] of [
      ['/prompts', { name: 'x', string: 'x' }],
      ['/prompts/partials', { name: 'x', string: 'x' }],
      ['/labels', { name: 'x' }],
      ['/collections', { name: 'x' }],
    ] as const)
      expect((await open.send('POST', path, body)).body.error.code).toBe('store_required')
  })
})

describe('Who', () => {
  const key = (id: string, workspace: string, scopes: readonly string[]) => ({
    id,
    hash: `sha256:${sha256(id)}`,
    workspace,
    scopes,
  })
  const MANIFEST = {
    ...MOCK,
    api_keys: [
      key('a', 'team-a', [
        'prompts.create',
        'prompts.read',
        'prompts.list',
        'prompts.update',
        'prompts.delete',
      ]),
      key('b', 'team-b', [
        'prompts.create',
        'prompts.read',
        'prompts.list',
        'prompts.publish',
        'prompts.delete',
      ]),
    ],
  }

  test('prompts, labels and collections of another workspace do not exist', async () => {
    const { send, render } = await start(MANIFEST)
    const made = await send('POST', '/prompts', { name: 'p', string: 'x {{name}}' }, { key: 'a' })
    await send('POST', '/labels', { name: 'l' }, { key: 'a' })
    await send('POST', '/collections', { name: 'c' }, { key: 'a' })
    expect(made.status).toBe(200)
    for (const path of ['/prompts/p', '/prompts/p/versions', '/labels/l', '/collections/c'])
      expect([path, (await send('GET', path, undefined, { key: 'b' })).status]).toEqual([path, 404])
    expect((await send('GET', '/prompts', undefined, { key: 'b' })).body.total).toBe(0)
    expect((await send('DELETE', '/prompts/p', undefined, { key: 'b' })).status).toBe(404)
    expect([render('p', { name: 1 }, 'team-a'), render('p', { name: 1 }, 'team-b')]).toEqual([
      'x 1',
      'unknown_prompt',
    ])
    expect(render(made.body.id, { name: 1 }, 'team-a')).toBe('x 1')
  })

  test('publishing needs a scope of its own', async () => {
    const { send } = await start(MANIFEST)
    await send('POST', '/prompts', { name: 'p', string: 'x' }, { key: 'a' })
    const answer = await send('PUT', '/prompts/p/makeDefault', { version: 1 }, { key: 'a' })
    expect([answer.status, answer.body.error.message]).toEqual([
      403,
      expect.stringContaining('prompts.publish'),
    ])
  })
})
