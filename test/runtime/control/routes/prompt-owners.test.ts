// Who owns a prompt, and who may see and change it.
import { describe, expect, test } from 'vitest'
import { sha256, startControl } from '../../../support/control-harness.ts'
import { MOCK, start } from './prompt-harness.ts'

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
    const { send } = await startControl(MOCK, { ...PROJECT, store: 'none' })
    expect((await send('GET', '/prompts/hello')).status).toBe(200)
    for (const [path, body] of [
      ['/prompts', { name: 'x', string: 'x' }],
      ['/prompts/partials', { name: 'x', string: 'x' }],
      ['/labels', { name: 'x' }],
      ['/collections', { name: 'x' }],
    ] as const)
      expect((await send('POST', path, { workspace_id: 'default', ...body })).body.error.code).toBe(
        'store_required',
      )
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
