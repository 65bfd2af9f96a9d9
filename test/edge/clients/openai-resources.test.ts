// OpenAI's SDK besides chats: embeddings, images, audio, moderation, files, batches, jobs, models.
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AUDIO, LINES } from '../../support/dialects/openai-resources.ts'
import { type ProviderHarness, startProviderHarness } from '../../support/dialects/provider-harness.ts'

let harness: ProviderHarness
let client: OpenAI

beforeAll(async () => {
  harness = await startProviderHarness()
  client = new OpenAI({
    baseURL: harness.gateway.url,
    apiKey: 'unused',
    maxRetries: 0,
    defaultHeaders: { 'x-gateway-provider': '@openai' },
  })
})
afterAll(() => harness.stop())

describe('models', () => {
  it.each(['float', 'base64', undefined] as const)('vectors, as %s', async encoding_format => {
    const { data, usage } = await client.embeddings.create({
      model: '@openai/text-embedding-3-small',
      input: ['one', 'two'],
      ...(encoding_format ? { encoding_format } : {}),
    })
    // The SDK requests base64 by default, and unpacks it.
    const expected = encoding_format === 'base64' ? 'AACAPgAAAL8AAIA/' : [0.25, -0.5, 1]
    expect(data.map(({ index, embedding }) => [index, embedding])).toEqual([
      [0, expected],
      [1, expected],
    ])
    expect(usage.total_tokens).toBe(2)
  })

  it('pictures', async () => {
    const { data } = await client.images.generate({ model: '@openai/gpt-image-1', prompt: 'Ein Säntis' })
    expect(data).toEqual([{ b64_json: 'AAEC', revised_prompt: 'Ein Säntis' }])
  })

  it('speech, as bytes', async () => {
    const reply = await client.audio.speech.create({ model: '@openai/tts-1', voice: 'alloy', input: 'Hoi' })
    expect(reply.headers.get('content-type')).toBe('audio/mpeg')
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(AUDIO)
  })

  it('a transcription of a file', async () => {
    const file = await toFile(AUDIO, 'speech.mp3', { type: 'audio/mpeg' })
    const { text } = await client.audio.transcriptions.create({ model: '@openai/whisper-1', file })
    expect(text).toBe('heard whisper-1')
    expect(harness.providers.openai.received.at(-1)?.body.includes(AUDIO)).toBe(true)
  })

  it('moderation', async () => {
    const sentRequest = { model: '@openai/omni-moderation-latest', input: 'bad' }
    const { results } = await client.moderations.create(sentRequest)
    expect(results.map(({ flagged }) => flagged)).toEqual([true])
  })

  it('list: that of the provider, or that of the gateway', async () => {
    expect((await client.models.list()).data.map(({ id }) => id)).toEqual(['gpt-5'])
    const plain = new OpenAI({ baseURL: harness.gateway.url, apiKey: 'unused' })
    const listed = (await plain.models.list()).data.map(({ id }) => id)
    expect(listed).toContain('@claude/claude-sonnet-5')
    expect(listed.every(id => /^@(openai|claude|gemini|bedrock|cohere)\//.test(id))).toBe(true)
  })
})

describe('files, batches and jobs', () => {
  it('a file is uploaded, listed, read and deleted', async () => {
    const file = await toFile(Buffer.from('hello'), 'a.jsonl')
    const created = await client.files.create({ file, purpose: 'batch' })
    expect(created).toMatchObject({ id: 'file-1', bytes: 5 })
    expect((await Array.fromAsync(client.files.list())).map(({ id }) => id)).toEqual(['file-1'])
    expect(await (await client.files.content('file-1')).text()).toBe(LINES)
    expect(await client.files.delete('file-1')).toMatchObject({ deleted: true })
  })

  it('a batch is made, listed, read and cancelled', async () => {
    const created = await client.batches.create({
      input_file_id: 'file-1',
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
    })
    expect(created).toMatchObject({ id: 'batch_1', input_file_id: 'file-1' })
    expect((await Array.fromAsync(client.batches.list({ limit: 5 }))).map(({ id }) => id)).toEqual([
      'batch_1',
    ])
    expect(harness.providers.openai.received.at(-1)?.path).toBe('/v1/batches?limit=5')
    expect((await client.batches.retrieve('batch_1')).status).toBe('in_progress')
    expect((await client.batches.cancel('batch_1')).status).toBe('cancelling')
  })

  it('jobs are listed', async () => {
    const jobs = await Array.fromAsync(client.fineTuning.jobs.list())
    expect(jobs.map(({ id }) => id)).toEqual(['ftjob-1'])
  })
})
