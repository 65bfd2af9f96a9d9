// Batches of AWS: model invocation jobs over the bucket. Chats are Converse requests, embeddings have
// model-specific bodies.
import { asCount, asObject, asText, isObject, type JsonObject } from '../../../../schemas/values/json.ts'
import type { BatchStatus } from '../../../resources/batch.ts'
import type { BatchResult } from '../../../resources/batch-output-jsonl.ts'
import type { BatchService, NewBatch } from '../../../resources/object-storage/job-services.ts'
import { unixSeconds } from '../../../resources/unix-seconds.ts'
import type { EndpointAdapter } from '../../../values/adapter.ts'
import { failure, isFailure } from '../../../values/failures.ts'
import { convertReply } from '../convert-reply.ts'
import { convertRequest } from '../convert-request.ts'
import { convertEmbeddingReply, convertEmbeddingRequest } from '../embed.ts'
import { jobsRequest, pageRequest, readPage, roleOf } from './jobs.ts'
import { openStore } from './storage.ts'

/** Endpoints supported in batches, and the service's name for each. */
const ENDPOINTS: ReadonlyMap<string, { readonly adapter: EndpointAdapter; readonly invocation: string }> =
  new Map([
    [
      '/v1/chat/completions',
      { adapter: { request: convertRequest, reply: convertReply }, invocation: 'Converse' },
    ],
    [
      '/v1/embeddings',
      {
        adapter: { request: convertEmbeddingRequest, reply: convertEmbeddingReply },
        invocation: 'InvokeModel',
      },
    ],
  ])

/** The service's states in the specification's terms. An unknown state is a batch in progress. */
export const BATCH_STATES: ReadonlyMap<string, BatchStatus> = new Map([
  ['Submitted', 'validating'],
  ['Validating', 'validating'],
  ['Scheduled', 'in_progress'],
  ['InProgress', 'in_progress'],
  ['Completed', 'completed'],
  ['PartiallyCompleted', 'completed'],
  ['Failed', 'failed'],
  ['Stopping', 'cancelling'],
  ['Stopped', 'cancelled'],
  ['Expired', 'expired'],
])

const JOB = '/model-invocation-job'
const JOBS = '/model-invocation-jobs'
const jobPath = (id: string): string => `${JOB}/${encodeURIComponent(id)}`

/** The last part of an ARN is a unique id, which the service accepts as well. */
const shortName = (arn: string | undefined): string | undefined => arn?.slice(arn.lastIndexOf('/') + 1)

const isBatchId = (id: string): boolean => /^[a-z0-9]{12}$/.test(id)
const batchNotFound = () => failure('not_found', 'This provider has no such batch.', { param: 'batch_id' })

export const batchService: BatchService = {
  openStore: openStore,
  isResultKey: key => key.endsWith('.jsonl.out'),
  adapter: endpoint => ENDPOINTS.get(endpoint)?.adapter,
  record: (number, modelInput) => ({ recordId: recordId(number), modelInput }),
  parseResult: line => {
    const number = /^L(\d{10})$/.exec(asText(line['recordId']) ?? '')?.[1]
    return number === undefined ? undefined : { number: Number(number), result: resultOf(line) }
  },
  startRequest: (batch, { settings, identifier }) => {
    const role = roleOf(settings, batch.body)
    if (isFailure(role)) return role
    const hours = hoursOf(batch)
    if (hours === undefined)
      return failure('invalid_request', 'completion_window must be between 24h and 168h (7d).', {
        param: 'completion_window',
      })
    return jobsRequest(settings, 'POST', JOB, {
      jobName: `gateway-${identifier}`,
      clientRequestToken: identifier,
      modelId: batch.model,
      roleArn: role.role,
      modelInvocationType: ENDPOINTS.get(batch.endpoint)?.invocation ?? 'Converse',
      inputDataConfig: { s3InputDataConfig: { s3Uri: batch.recordsUri, s3InputFormat: 'JSONL' } },
      outputDataConfig: { s3OutputDataConfig: { s3Uri: batch.resultsUri } },
      timeoutDurationInHours: hours,
    })
  },
  parseStarted: ({ json }) => shortName(asText(asObject(json)['jobArn'])),
  get: (id, { settings }) => (isBatchId(id) ? jobsRequest(settings, 'GET', jobPath(id)) : batchNotFound()),
  cancel: (id, { settings }) =>
    isBatchId(id) ? jobsRequest(settings, 'POST', `${jobPath(id)}/stop`) : batchNotFound(),
  list: (token, size, { settings }) => pageRequest(settings, JOBS, token, size),
  parseList: answer => readPage(answer, 'invocationJobSummaries'),
  recordsUri: job => asText(asObject(asObject(job['inputDataConfig'])['s3InputDataConfig'])['s3Uri']),
  parseFacts: job => {
    const status = BATCH_STATES.get(asText(job['status']) ?? '') ?? 'in_progress'
    const message = asText(job['message'])
    return {
      id: shortName(asText(job['jobArn'])) ?? '',
      status,
      times: {
        created: unixSeconds(job['submitTime']),
        expires: unixSeconds(job['jobExpirationTime']),
        hasEnded: unixSeconds(job['endTime']) ?? unixSeconds(job['lastModifiedTime']),
      },
      errors: status === 'failed' && message !== undefined ? [{ message }] : [],
      counts: {
        total: asCount(job['totalRecordCount']) ?? 0,
        completed: asCount(job['successRecordCount']) ?? 0,
        failed: asCount(job['errorRecordCount']) ?? 0,
      },
    }
  },
}

/** Eleven letters and digits, the format of the service's own ids. */
const recordId = (number: number): string => `L${String(number).padStart(10, '0')}`

function resultOf(line: JsonObject): BatchResult {
  const { modelOutput, error } = line
  if (!isObject(error)) return { body: modelOutput }
  const status = asCount(error['errorCode']) ?? 500
  return { status, error: { message: asText(error['errorMessage']) ?? 'The request failed.' } }
}

/** The service allows one day at least and seven at most. */
function hoursOf({ window }: NewBatch): number | undefined {
  const count = Number(window.slice(0, -1))
  const hours = window.endsWith('d') ? count * 24 : window.endsWith('h') ? count : undefined
  return hours !== undefined && hours >= 24 && hours <= 168 ? hours : undefined
}
