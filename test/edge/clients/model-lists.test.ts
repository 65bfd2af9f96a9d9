// Lists of models as OpenAI's and Anthropic's SDK read them, page by page, and plain names in calls.
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serve } from '../../clients/models/serve.ts'

let suite: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  suite = await serve()
})
afterAll(() => suite.close())

const openai = (): OpenAI => new OpenAI({ baseURL: `${suite.env.GATEWAY}/v1`, apiKey: 'none', maxRetries: 0 })
const anthropic = (): Anthropic =>
  new Anthropic({ baseURL: suite.env.GATEWAY, apiKey: 'none', maxRetries: 0 })

describe('OpenAI’s SDK', () => {
  it('lists all models at once, plain names first', async () => {
    const ids: string[] = []
    for await (const { id, object, created } of openai().models.list()) {
      ids.push(id)
      expect([object, Number.isInteger(created)]).toEqual(['model', true])
    }
    expect(ids[0]?.startsWith('@')).toBe(false)
    expect(ids).toEqual(expect.arrayContaining(['gpt-4o', '@openai/gpt-4o', 'claude-sonnet-5-5']))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('reads a model by its plain name, with the day of its release', async () => {
    const { id, created, owned_by } = await openai().models.retrieve('claude-sonnet-5-5')
    expect([id, owned_by, created > 1_700_000_000]).toEqual(['claude-sonnet-5-5', 'anthropic', true])
  })
})

describe('Anthropic’s SDK', () => {
  it('pages through the same models whatever the size of a page', async () => {
    const lists: string[][] = []
    for (const limit of [7, 1000]) {
      const ids: string[] = []
      for await (const { id } of anthropic().models.list({ limit })) ids.push(id)
      lists.push(ids)
    }
    expect(lists[0]).toEqual(lists[1])
    expect(lists[0]?.length).toBeGreaterThan(50)
  })

  it('goes back, and selects by lifecycle', async () => {
    const first = await anthropic().models.list({ limit: 10 })
    const second = await first.getNextPage()
    const back = await anthropic().models.list({ limit: 10, before_id: second.first_id ?? '' })
    expect(back.data).toEqual(first.data)
    const retired = await anthropic().models.list({ lifecycle: ['retired'], limit: 1000 })
    expect(retired.data.map(({ lifecycle }) => lifecycle)).toEqual(retired.data.map(() => 'retired'))
    expect(retired.data.length).toBeGreaterThan(0)
  })

  it('reads what a model can do', async () => {
    const model = await anthropic().models.retrieve('claude-sonnet-5-5')
    expect(model).toMatchObject({
      type: 'model',
      display_name: 'Claude Sonnet 5.5',
      line: 'sonnet',
      lifecycle: 'active',
      capabilities: { image_input: { supported: true }, effort: { high: { supported: true } } },
    })
  })

  it('gets an error of its own class for a wrong page', async () => {
    await expect(anthropic().models.list({ limit: 1001 })).rejects.toBeInstanceOf(Anthropic.BadRequestError)
  })
})
