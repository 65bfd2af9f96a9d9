// Replies, chunks, events and errors conform to the OpenAI schema: a relaxed one for OpenAI's own traffic, a strict
// one for what the gateway writes.
import { expect } from 'vitest'
import type { JsonObject } from '../../../compiler/source.ts'
import { asObject, parseJson } from '../../../runtime/providers/wire/json.ts'
import { hasVendorSchema } from '../../runtime/faces/vendor-schema.ts'
import { chunksIn } from '../heard.ts'
import type { Play } from '../plays.ts'
import { faultsOf, type SchemaName } from '../schema.ts'
import { type Check, isFine, isStream } from './check.ts'

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

const PASSED: readonly (readonly [dialect: string, method: string, path: RegExp, name: SchemaName])[] = [
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

function schemaOf(play: Play): SchemaName | undefined {
  const { recording, path, method, way } = play
  if (recording.kind === 'error')
    return way === 'passthrough' || way === 'resource' || path.startsWith('/messages')
      ? undefined
      : 'ErrorResponse'
  if (!isFine(play)) return undefined
  if (way !== 'passthrough' && way !== 'resource') return SCHEMAS[path]?.[isStream(play) ? 1 : 0]
  if (recording.provider !== 'openai' && way !== 'resource') return undefined
  return PASSED.find(
    ([dialect, verb, place]) => dialect === recording.dialect && verb === method && place.test(path),
  )?.[3]
}

export const schema: Check = {
  name: 'schema',
  fits: play => hasVendorSchema && schemaOf(play) !== undefined,
  judge: async ({ play, ask }) => {
    const name = schemaOf(play)
    const { reply } = await ask()
    if (name === undefined) return
    const values: readonly JsonObject[] = isStream(play)
      ? distinct(chunksIn(reply.bytes))
      : [asObject(parseJson(reply.text))]
    const isOurs = !['native', 'passthrough'].includes(play.way) || name === 'ErrorResponse'
    const faults = values.map(value => faultsOf(name, value, isOurs)).filter(fault => fault !== undefined)
    expect(values.length).toBeGreaterThan(0)
    expect(faults.slice(0, 2)).toEqual([])
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
