// Replies, chunks, events and errors conform to the OpenAI schema: a relaxed one for OpenAI's own traffic, a strict
// one for what the gateway writes.
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject, parseJson } from '../../../schemas/values/json.ts'
import { hasVendorSchema } from '../../runtime/inbound/vendor-schema.ts'
import { chunksIn } from '../client-result.ts'
import type { Replay } from '../replays.ts'
import { type SchemaName, violationsOf } from '../schema.ts'
import { type ConformanceCheck, isStream, isSuccess } from './check.ts'

/** Whole replies and events of a stream, by path. */
const SCHEMAS: Readonly<Record<string, readonly [whole: SchemaName, event?: SchemaName]>> = {
  '/chat/completions': ['CreateChatCompletionResponse', 'CreateChatCompletionStreamResponse'],
  '/completions': ['CreateCompletionResponse', 'CreateCompletionResponse'],
  '/embeddings': ['CreateEmbeddingResponse'],
  '/moderations': ['CreateModerationResponse'],
  '/images/generations': ['ImagesResponse'],
  '/images/edits': ['ImagesResponse'],
  '/images/variations': ['ImagesResponse'],
  '/responses': ['Response', 'ResponseStreamEvent'],
}

const RESOURCE_SCHEMAS: readonly (readonly [
  dialect: string,
  method: string,
  path: RegExp,
  name: SchemaName,
])[] = [
  ['openai-files', 'GET', /^\/files$/, 'ListFilesResponse'],
  ['openai-files', 'POST', /^\/files$/, 'OpenAIFile'],
  ['openai-files', 'DELETE', /./, 'DeleteFileResponse'],
  ['gemini-files', 'DELETE', /./, 'DeleteFileResponse'],
  ['openai-batches', 'GET', /^\/batches\?/, 'ListBatchesResponse'],
  ['openai-batches', 'POST', /^\/batches$/, 'Batch'],
  ['openai-fine-tuning', 'POST', /./, 'FineTuningJob'],
  ['openai-models', 'GET', /^\/models\/./, 'Model'],
  ['openai-responses-item', 'GET', /./, 'Response'],
]

function schemaOf(play: Replay): SchemaName | undefined {
  const { recording, path, method, mode } = play
  if (recording.kind === 'error')
    return mode === 'passthrough' || mode === 'resource' || path.startsWith('/messages')
      ? undefined
      : 'ErrorResponse'
  if (!isSuccess(play)) return undefined
  if (mode !== 'passthrough' && mode !== 'resource') return SCHEMAS[path]?.[isStream(play) ? 1 : 0]
  if (recording.provider !== 'openai' && mode !== 'resource') return undefined
  return RESOURCE_SCHEMAS.find(
    ([dialect, verb, pattern]) => dialect === recording.dialect && verb === method && pattern.test(path),
  )?.[3]
}

export const schema: ConformanceCheck = {
  name: 'schema',
  applies: play => hasVendorSchema && schemaOf(play) !== undefined,
  run: async ({ replay, send }) => {
    const name = schemaOf(replay)
    const { reply } = await send()
    if (name === undefined) return
    // An error of the vendor passes as it came, whatever it lacks.
    const isPassed = isDeepStrictEqual(
      parseJson(reply.text),
      parseJson(new TextDecoder().decode(replay.recording.body)),
    )
    if (name === 'ErrorResponse' && isPassed) return
    const values: readonly JsonObject[] = isStream(replay)
      ? distinct(chunksIn(reply.bytes))
      : [asObject(parseJson(reply.text))]
    const isGatewayReply = !['native', 'passthrough'].includes(replay.mode) || name === 'ErrorResponse'
    const violations = values
      .map(value => violationsOf(name, value, isGatewayReply))
      .filter(violation => violation !== undefined)
    expect(values.length).toBeGreaterThan(0)
    expect(violations.slice(0, 2)).toEqual([])
  },
}

/** One event of each shape: the others differ in their strings only. */
function distinct(chunks: readonly JsonObject[]): readonly JsonObject[] {
  const shapes = new Map(chunks.map(chunk => [shapeOf(chunk), chunk] as const))
  return [...shapes.values()]
}

const shapeOf = (value: unknown): string =>
  Array.isArray(value)
    ? `[${[...new Set(value.map(shapeOf))].join()}]`
    : typeof value === 'object' && value !== null
      ? `{${Object.entries(value).map(([key, each]) => `${key}:${key === 'type' ? each : shapeOf(each)}`)}}`
      : value === null
        ? 'null'
        : typeof value
