// Every recorded stream counts what a whole reply with the usage in its events counts, on every route that it is replayed at.
import { describe, expect, test } from 'vitest'
import { parseAwsEvents } from '../../runtime/streams/aws-event-stream.ts'
import { usageCost } from '../../runtime/telemetry/usage-cost.ts'
import { compilePrice } from '../../runtime/values/prices/compile-price.ts'
import { costOf } from '../../runtime/values/prices/cost.ts'
import { asObject, isObject, type JsonObject, parseJson } from '../../schemas/values/json.ts'
import { chunkings } from '../runtime/providers/chunk-boundaries.ts'
import { areRecorded } from '../runtime/providers/recordings.ts'
import { harnessFor } from './harness.ts'
import { type Recording, readRecordings } from './recording.ts'
import { type Replay, replaysOf } from './replays.ts'

/** How a dialect reports usage: the object in an event, and the whole reply that has one. */
interface Reports {
  readonly inEvent: (event: JsonObject) => readonly unknown[]
  readonly whole: (usage: JsonObject) => JsonObject
}

const chat = (object: string, choice: JsonObject): Reports => ({
  inEvent: ({ usage, choices, x_groq }) => [
    asObject(x_groq ?? null)['usage'],
    ...(Array.isArray(choices) ? choices.map(each => asObject(each)['usage']) : []),
    usage,
  ],
  whole: usage => ({
    ...{ id: 'c', object, created: 1, model: 'm', usage },
    choices: [{ index: 0, finish_reason: 'stop', ...choice }],
  }),
})

const CLAUDE: Reports = {
  inEvent: ({ usage, message }) => [asObject(message ?? null)['usage'], usage],
  whole: usage => ({
    ...{ id: 'm', type: 'message', role: 'assistant', model: 'm', stop_reason: 'end_turn', usage },
    content: [{ type: 'text', text: 'Hi' }],
  }),
}

const REPORTS: Readonly<Record<string, Reports>> = {
  'anthropic-messages': CLAUDE,
  'vertex-raw-predict': CLAUDE,
  'openai-chat-completions': chat('chat.completion', { message: { role: 'assistant', content: 'Hi' } }),
  'openai-completions': chat('text_completion', { text: 'Hi' }),
  'openai-responses': {
    inEvent: ({ response }) => [asObject(response ?? null)['usage']],
    whole: usage => ({
      ...{ id: 'r', object: 'response', created_at: 1, model: 'm', status: 'completed', usage },
      output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] }],
    }),
  },
  'gemini-generate-content': {
    inEvent: ({ usageMetadata }) => [usageMetadata],
    whole: usageMetadata => ({
      candidates: [{ content: { role: 'model', parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }],
      usageMetadata,
    }),
  },
  'bedrock-converse': {
    inEvent: ({ usage }) => [usage],
    whole: usage => ({
      output: { message: { role: 'assistant', content: [{ text: 'Hi' }] } },
      stopReason: 'end_turn',
      usage,
    }),
  },
  'cohere-v2-chat': {
    inEvent: ({ delta }) => [asObject(delta ?? null)['usage']],
    whole: usage => ({
      ...{ id: 'c', finish_reason: 'COMPLETE', usage },
      message: { role: 'assistant', content: [{ type: 'text', text: 'Hi' }] },
    }),
  },
  'ollama-chat': {
    inEvent: event => (event['done'] === true ? [event] : []),
    whole: last => ({ ...last, message: { role: 'assistant', content: 'Hi' } }),
  },
}

/** The events of a stream, read as simply as possible. */
function eventsOf({ body, dialect }: Recording): readonly JsonObject[] {
  const texts: string[] = []
  if (dialect.startsWith('bedrock')) {
    const parser = parseAwsEvents(
      ({ data }) => void texts.push(data),
      () => {},
    )
    parser.feed(body)
    parser.end()
  } else
    texts.push(
      ...Buffer.from(body)
        .toString()
        .split(/[\r\n]+/),
    )
  return texts.flatMap(text => {
    const value = parseJson(text.replace(/^data: ?/, ''))
    return (Array.isArray(value) ? value : [value]).filter(isObject)
  })
}

/** Later fields replace earlier ones, absent and null ones do not. */
function totalOf(recording: Recording, { inEvent }: Reports): JsonObject | undefined {
  const reported = eventsOf(recording).flatMap(inEvent).filter(isObject)
  const fields = reported.flatMap(usage => Object.entries(usage).filter(([, value]) => value !== null))
  return reported.length === 0 ? undefined : Object.fromEntries(fields)
}

const PRICE = compilePrice(
  {
    input: 3,
    output: 15,
    cached: 0.3,
    cache_writes: 3.75,
    cache_writes_1h: 6,
    audio_input: 30,
    audio_output: 60,
  },
  'manifest',
)

async function countsOf(replay: Replay, chunking = chunkings['whole']) {
  const { reply } = await harnessFor(replay).send(chunking === undefined ? {} : { chunking })
  if (reply.outcome === undefined || reply.status !== 200)
    return `${reply.status} ${reply.text.slice(0, 200)}`
  const { tokens, units, cost } = usageCost(reply.outcome, () => PRICE, 0) ?? {}
  const usage = tokens && { ...tokens, units, cached: tokens.cached ?? 0 }
  return { ...tokens, cost: usage && costOf(usage, PRICE) === cost }
}

/** The same call without streaming, answered with a whole reply. */
function wholeReplay(replay: Replay, reply: JsonObject): Replay {
  const { recording, body } = replay
  const sent = asObject(parseJson(Buffer.from(body ?? new Uint8Array()).toString()))
  const { stream: _stream, stream_options: _options, ...request } = sent
  return {
    ...replay,
    body: Buffer.from(JSON.stringify(request)),
    recording: {
      ...recording,
      kind: 'unary',
      body: Buffer.from(JSON.stringify(reply)),
      responseHeaders: {},
    },
  }
}

const streams = readRecordings().flatMap(recording => {
  const reports = REPORTS[recording.dialect]
  // What comes after an error is not read.
  const { error, errorMessage } = recording.observed
  const isComplete = recording.kind === 'stream' && error === undefined && errorMessage === undefined
  const usage = reports && isComplete ? totalOf(recording, reports) : undefined
  return reports === undefined || usage === undefined
    ? []
    : replaysOf(recording)
        .filter(({ mode }) => mode !== 'passthrough' && mode !== 'resource')
        .map(replay => ({ title: `${recording.id} at ${replay.path}`, replay, reply: reports.whole(usage) }))
})

test('the recordings are present, or the suite reports it', ctx => {
  if (!areRecorded) ctx.skip('No recordings beside the repository.')
  expect(streams.length).toBeGreaterThan(100)
})

describe.runIf(areRecorded)('A recorded stream counts the same as a whole reply with its usage', () => {
  test.each(streams.map(each => [each.title, each] as const))('%s', async (_title, { replay, reply }) => {
    const whole = await countsOf(wholeReplay(replay, reply))
    expect(whole).toMatchObject({ output: expect.any(Number), source: 'provider' })
    expect(await countsOf(replay)).toEqual(whole)
    expect(await countsOf(replay, chunkings['event by event'])).toEqual(whole)
  })
})
