// Labels, partials and collections of saved prompts.
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { MOCK, start } from './prompt-harness.ts'

describe('Labels', () => {
  test('lead calls to versions, and a label that is deleted is 404, also when it is created anew', async () => {
    const { create, send, render } = await start(MOCK)
    await create({})
    await send('PUT', '/prompts/letter', { patch: true, string: 'Dear {{name}}' })
    expect(render('letter@canary')).toBe('unknown_prompt')
    const label = (
      await send('POST', '/labels', { workspace_id: 'default', name: 'canary', color_code: '#fff' })
    ).body
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
    await send('POST', '/labels', { workspace_id: 'default', name: 'canary' })
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
    expect([400, 409]).toContain((await send('POST', '/labels', { workspace_id: 'default', name })).status)
  })

  test('are renamed with what they lead to', async () => {
    const { create, send, render } = await start(MOCK)
    await create({})
    await send('POST', '/labels', { workspace_id: 'default', name: 'canary' })
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
    await send('POST', '/prompts/partials', { workspace_id: 'default', name: 'tone', string: 'Be kind' })
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
    await send('POST', '/prompts/partials', { workspace_id: 'default', name: 'tone', string: 'x' })
    await send('POST', '/prompts/partials', { workspace_id: 'default', name: 'outer', string: '{{>tone}}' })
    const answer = await send('PUT', '/prompts/partials/tone', { string })
    expect([answer.status, answer.body.error.param]).toEqual([400, 'string'])
    expect(answer.body.error.message).toContain(sentence)
  })

  test('that are included are not deleted', async () => {
    const { create, send } = await start(MOCK)
    await send('POST', '/prompts/partials', { workspace_id: 'default', name: 'tone', string: 'x' })
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

  test('are named by identifier as by slug, of the store and of the project', async () => {
    const { create, send, render } = await start(MOCK, { partials: { house: 'Of the house' } })
    const tone = { workspace_id: 'default', name: 'tone', string: 'Be kind' }
    const { id } = (await send('POST', '/prompts/partials', tone)).body
    const house = (await send('GET', '/prompts/partials/house')).body.id
    await create({ slug: 'free', string: `{{>${id}}}, {{name}}` })
    await create({ slug: 'pinned', string: `{{>${id}@1}}, {{name}}` })
    await create({ slug: 'project', string: `{{>${house}}}, {{name}}` })
    await send('PUT', '/prompts/partials/tone', { string: 'Be calm' })
    await send('PUT', '/prompts/partials/tone/makeDefault', { version: 2 })
    expect([render('free'), render('pinned'), render('project')]).toEqual([
      'Be calm, Ada',
      'Be kind, Ada',
      'Of the house, Ada',
    ])
    expect((await send('DELETE', '/prompts/partials/tone')).status).toBe(409)
  })

  test.each([
    ['itself', 'a'],
    ['one that includes it by slug', 'b'],
  ])('named by identifier include themselves no more than by slug: %s', async (_, including) => {
    const { send } = await start(MOCK)
    const ids: Record<string, string> = {}
    for (const [name, string] of [
      ['a', 'A'],
      ['b', '{{>a}}'],
    ] as const)
      ids[name] = (await send('POST', '/prompts/partials', { workspace_id: 'default', name, string })).body.id
    const cycle = await send('PUT', '/prompts/partials/a', { string: `{{>${ids[including]}}}` })
    expect([cycle.status, cycle.body.error.message]).toEqual([
      400,
      expect.stringContaining('includes itself'),
    ])
  })

  test('a version that does not exist is refused', async () => {
    const { create, send } = await start(MOCK)
    await send('POST', '/prompts/partials', { workspace_id: 'default', name: 'tone', string: 'x' })
    expect((await create({ string: '{{>tone@2}}' })).body.error.message).toContain('has no version "2"')
  })
})

describe('Collections', () => {
  test('hold prompts, and are deleted when they are empty', async () => {
    const { create, send } = await start(MOCK)
    const made = (await send('POST', '/collections', { workspace_id: 'default', name: 'My letters' })).body
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
