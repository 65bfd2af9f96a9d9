// Training jobs of AWS: model customization jobs over the bucket. A job is identified by its name, which is unique;
// Nova models are trained on conversations, others on the unmodified file.
import { asList, asObject, asText, type JsonObject, present } from '../../../../schemas/values/json.ts'
import { isFinalStatus, type JobFacts, type JobStatus } from '../../../resources/job.ts'
import type { TuningService } from '../../../resources/object-storage/job-services.ts'
import { originalUri, type TranslateChat } from '../../../resources/object-storage/training-file.ts'
import { unixSeconds } from '../../../resources/unix-seconds.ts'
import { type Failure, failure, isFailure } from '../../../values/failures.ts'
import type { OperationContext } from '../../../values/resource-operation.ts'
import { collectConversionErrors } from '../../../wire/conversion-errors.ts'
import { convertToMessages } from '../convert-to-messages.ts'
import { amazonModel } from '../model.ts'
import { accountOf, jobsRequest, pageRequest, readPage, roleOf } from './jobs.ts'
import { openStore } from './storage.ts'

const JOBS = '/model-customization-jobs'

/** OpenAI's hyperparameters and the service's names for them; native names pass. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['n_epochs', 'epochCount'],
  ['batch_size', 'batchSize'],
  ['epochCount', 'epochCount'],
  ['batchSize', 'batchSize'],
  ['learningRate', 'learningRate'],
  ['learningRateWarmupSteps', 'learningRateWarmupSteps'],
])

const isName = (id: string): boolean => /^[a-zA-Z0-9](-*[a-zA-Z0-9+.-])*$/.test(id)
const jobNotFound = (): Failure =>
  failure('not_found', 'This provider has no such training job.', { param: 'fine_tuning_job_id' })
const jobName = ({ identifier }: OperationContext): string => `gateway-${identifier}`

export const tuningService: TuningService = {
  openStore: openStore,
  supported: { parameters: ['role_arn'], hyperparameters: [...NAMES.keys()] },
  translate: model => (amazonModel(model).startsWith('nova') ? toConversation : undefined),
  startRequest: ({ request: jobRequest, trainingUri, validationUri, resultsUri, body }, context) => {
    const role = roleOf(context.settings, body)
    if (isFailure(role)) return role
    const set = Object.entries(jobRequest.hyperparameters).flatMap(([name, value]) => {
      const serviceName = NAMES.get(name)
      return serviceName === undefined ? [] : [[serviceName, String(value)]]
    })
    const job = present({
      jobName: jobName(context),
      clientRequestToken: context.identifier,
      customModelName: modelName(jobRequest.suffix, context),
      customizationType: 'FINE_TUNING',
      baseModelIdentifier: jobRequest.model,
      roleArn: role.role,
      hyperParameters: set.length === 0 ? undefined : Object.fromEntries(set),
      trainingDataConfig: { s3Uri: trainingUri },
      validationDataConfig:
        validationUri === undefined ? undefined : { validators: [{ s3Uri: validationUri }] },
      outputDataConfig: { s3Uri: resultsUri },
    })
    return jobsRequest(context.settings, 'POST', JOBS, job)
  },
  parseStarted: (_, context) => jobName(context),
  get: (id, { settings }) =>
    isName(id) ? jobsRequest(settings, 'GET', `${JOBS}/${encodeURIComponent(id)}`) : jobNotFound(),
  cancel: (id, { settings }) =>
    isName(id) ? jobsRequest(settings, 'POST', `${JOBS}/${encodeURIComponent(id)}/stop`) : jobNotFound(),
  list: (token, size, { settings }) => pageRequest(settings, JOBS, token, size),
  parseList: answer => readPage(answer, 'modelCustomizationJobSummaries'),
  parseFacts: tuningFacts,
}

/** Letters, digits and hyphens; the suffix makes it unique. */
const modelName = (suffix: string | undefined, { identifier }: OperationContext): string =>
  `${
    (suffix ?? '')
      .replace(/[^a-zA-Z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40) || 'gateway'
  }-${identifier.slice(-12)}`

/** A chat in the service's conversation schema. */
const toConversation: TranslateChat = (chat): JsonObject | Failure => {
  const { report, failure: conversionError } = collectConversionErrors()
  const { system, messages } = convertToMessages(chat['messages'], report)
  return conversionError() ?? present({ schemaVersion: 'bedrock-conversation-2024', system, messages })
}

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

/** A training job, or its entry in a list, in the interface's terms. */
function tuningFacts(job: JsonObject): JobFacts {
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
