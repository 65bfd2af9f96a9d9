// Properties of every resource adapter: no provider response throws, ids round-trip, and what is created
// has every field that the interface requires.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adapterTables, allAdapters } from '../../../runtime/providers/all-adapters.ts'
import { resourceAdaptersOf } from '../../../runtime/providers/resource-adapters.ts'
import {
  batchLocationOf,
  fileId,
  keyOfFileId,
  newBatchLocation,
  parseUploadKey,
  uploadKey,
} from '../../../runtime/resources/object-storage/batch-location.ts'
import type { Adapter } from '../../../runtime/values/adapter.ts'
import type {
  OperationName,
  ResourceAdapters,
  ResourceRoute,
} from '../../../runtime/values/resource-operation.ts'
import { catalogue } from '../../../schemas/generated/catalogue.ts'
import { answerOf, bytesOf, CONTEXT, request, runOperation } from './run-operation.ts'

const ROWS = ['openai', 'azure', 'bedrock', 'vertex', 'anthropic', 'google', 'mistral', 'together']
const conversations = ROWS.flatMap(id => {
  const row = catalogue.find(each => each.id === id)
  if (row === undefined) throw new Error(`${id} is no provider.`)
  const collections: ResourceAdapters =
    resourceAdaptersOf(row, allAdapters.ofDialect(row), allAdapters.ofProvider(row)) ?? {}
  return Object.entries(collections).flatMap(([collection, operations]) =>
    Object.entries(operations).map(
      ([operation, converse]) =>
        [id, collection as ResourceRoute, operation as OperationName, converse] as const,
    ),
  )
})

/** Words that adapters look for, so that garbage gets past the first look. */
const WORDS = [
  'id',
  'name',
  'data',
  'status',
  'state',
  'job',
  'jobArn',
  'metadata',
  'response',
  'error',
  'output',
  'result',
  'inputDataConfig',
  's3InputDataConfig',
  's3Uri',
  'operations',
  'files',
  'events',
  'file',
  'displayName',
  'output_file_id',
  'output_file',
  'processing_status',
  'ended',
  'Completed',
  'JOB_STATE_SUCCEEDED',
  'custom_id',
  'https://generativelanguage.googleapis.com/x',
  's3://my-bucket/gateway-batches/1/v1.chat.completions/24h/metadata/YQ/records.jsonl',
] as const
const word = fc.oneof(fc.constantFrom(...WORDS), fc.string())
const garbage = fc.letrec(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    word,
    fc.constantFrom(null, true, 0, -1, 1e21),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(word, tie('value'), { maxKeys: 4 }),
  ),
})).value
const answers = fc.array(
  fc.tuple(
    fc.oneof(
      garbage.map(value => JSON.stringify(value)),
      fc.string(),
      fc.constant('<ListBucketResult><Contents><Key>%zz</Key></Contents></ListBucketResult>'),
      fc.constant('{"custom_id":"1","body":{"model":"m","messages":[]}}\n'),
    ),
    fc.constantFrom<readonly string[]>(
      [],
      ['x-goog-upload-url', 'https://generativelanguage.googleapis.com/u'],
    ),
  ),
  { minLength: 1, maxLength: 8 },
)

const BODY = {
  input_file_id: 's3://my-bucket/in.jsonl',
  endpoint: '/v1/chat/completions',
  completion_window: '24h',
  purpose: 'batch',
  model: 'amazon.nova-lite-v1:0',
  training_file: 's3://my-bucket/in.jsonl',
}

describe('no provider response throws', () => {
  it.each(conversations)('%s %s %s', (_row, _collection, _operation, converse) => {
    const upload = { name: 'a.jsonl', bytes: bytesOf('{"custom_id":"1","body":{"model":"m","messages":[]}}') }
    fc.assert(
      fc.property(answers, fc.string(), garbage, (given, id, requests) => {
        const asked = request({ id, upload, body: { ...BODY, requests: [requests ?? null] as never } })
        const { result } = runOperation(converse(asked, CONTEXT), (_ask, turn) => {
          const [text = '', headers = []] = given[turn % given.length] ?? []
          return answerOf(text, 200, headers)
        })
        expect(['undefined', 'object']).toContain(typeof result)
      }),
      { numRuns: 40 },
    )
  })

  it('covers every adapter with resources', () => {
    const dialects = Object.entries<Adapter>(adapterTables.dialects).filter(
      ([, adapter]) => adapter.resources !== undefined,
    )
    const tried: readonly string[] = catalogue
      .filter(({ id }) => ROWS.includes(id))
      .map(({ dialect }) => dialect)
    expect(dialects.map(([dialect]) => dialect).filter(dialect => !tried.includes(dialect))).toEqual([])
  })
})

describe('ids round-trip', () => {
  const store = { scheme: 's3', bucket: 'my-bucket' }
  const key = fc
    .array(
      fc.string({ minLength: 1 }).filter(part => !/^\.{1,2}$/.test(part) && !part.includes('/')),
      { minLength: 1 },
    )
    .map(parts => parts.join('/').toWellFormed())

  it('of files, as they are and encoded once more', () => {
    fc.assert(
      fc.property(key, each => {
        const id = fileId(store, each)
        expect(keyOfFileId(store, id)).toEqual({ key: each })
        expect(keyOfFileId(store, decodeURIComponent(id))).toEqual({ key: each })
      }),
    )
  })

  it.each([
    's3://other-bucket/a',
    'gs://my-bucket/a',
    'file-1',
    's3://my-bucket/',
    's3://my-bucket/a/../b',
    '%',
    '',
  ])('and %s is none of the bucket', id => {
    expect(keyOfFileId(store, id)).toMatchObject({ code: 'not_found' })
  })

  it('of batches: the location encodes its properties', () => {
    fc.assert(
      fc.property(
        key,
        fc.boolean(),
        fc.constantFrom('/v1/chat/completions', '/v1/embeddings'),
        (input, hasMetadata, endpoint) => {
          const place = newBatchLocation({ endpoint, window: '24h', hasMetadata, inputKey: input }, CONTEXT)
          expect(batchLocationOf(`${place.prefix}output/x.jsonl`)).toEqual(place)
        },
      ),
    )
  })

  it('of uploads: purpose and name', () => {
    const upload = uploadKey({ name: 'my file.jsonl', purpose: 'fine-tune', bytes: bytesOf('') }, CONTEXT)
    expect(parseUploadKey(upload)).toEqual({ name: 'my-file.jsonl', purpose: 'fine-tune' })
  })
})
