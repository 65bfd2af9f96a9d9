// A training job of AWS in the specification's terms.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject, asText, present } from '../../../../schemas/values/json.ts'
import { isFinalStatus, type JobFacts, type JobStatus } from '../../../resources/job.ts'
import { originalUri } from '../../../resources/object-storage/training-file.ts'
import { unixSeconds } from '../../../resources/unix-seconds.ts'
import { accountOf } from './jobs.ts'

const STATES: ReadonlyMap<string, JobStatus> = new Map([
  ['Completed', 'succeeded'],
  ['Failed', 'failed'],
  // The specification has no state for a job that is being cancelled.
  ['Stopping', 'cancelled'],
  ['Stopped', 'cancelled'],
])

/** A running job reports the status of each of its phases. */
export function tuningStatus(job: JsonObject): JobStatus {
  const finalStatus = STATES.get(asText(job['status']) ?? '')
  if (finalStatus !== undefined) return finalStatus
  const details = asObject(job['statusDetails'])
  const partOf = (name: string): string => asText(asObject(details[name])['status']) ?? ''
  if (['InProgress', 'NotStarted'].includes(partOf('validationDetails'))) return 'validating_files'
  return partOf('trainingDetails') === 'NotStarted' ? 'queued' : 'running'
}

/** A job, or its entry in a list. */
export function tuningFacts(job: JsonObject): JobFacts {
  const status = tuningStatus(job)
  const { epochCount, batchSize, ...others } = asObject(job['hyperParameters'])
  const validator = asObject(asList(asObject(job['validationDataConfig'])['validators'])[0])
  const message = asText(job['failureMessage'])
  return {
    id: asText(job['jobName']) ?? '',
    model: asText(job['baseModelArn']) ?? asText(job['baseModelIdentifier']) ?? '',
    status,
    trainingFile: fileOf(asObject(job['trainingDataConfig'])['s3Uri']) ?? '',
    validationFile: fileOf(validator['s3Uri']),
    created: unixSeconds(job['creationTime']),
    finished: isFinalStatus(status) ? unixSeconds(job['endTime']) : undefined,
    tunedModel:
      status === 'succeeded' ? (asText(job['outputModelArn']) ?? asText(job['customModelArn'])) : undefined,
    failure: status === 'failed' && message !== undefined ? { message } : undefined,
    hyperparameters: present({ n_epochs: numberOf(epochCount), batch_size: numberOf(batchSize), ...others }),
    organization: accountOf(asText(job['jobArn'])),
  }
}

const fileOf = (address: unknown): string | undefined =>
  typeof address === 'string' ? encodeURIComponent(originalUri(address)) : undefined

/** The service sends numbers as strings. */
const numberOf = (value: unknown): number | undefined =>
  typeof value === 'string' && value !== '' && Number.isFinite(Number(value)) ? Number(value) : undefined
