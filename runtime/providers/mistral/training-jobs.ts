// Training jobs of Mistral: lists of files, its own states, and events as part of the job.
import {
  asCount,
  asList,
  asObject,
  asText,
  isList,
  isObject,
  type JsonObject,
  present,
  writeJson,
} from '../../../schemas/values/json.ts'
import { isFinalStatus, type JobFacts, type JobStatus, jobEvents, jobObject } from '../../resources/job.ts'
import { paginateByNumber } from '../../resources/list.ts'
import { readJobRequest } from '../../resources/read-job.ts'
import { fetchOne } from '../../resources/single-request.ts'
import { unixSeconds } from '../../resources/unix-seconds.ts'
import { isFailure } from '../../values/failures.ts'
import type { ResourceAdapter } from '../../values/resource-operation.ts'

const PATH = '/fine_tuning/jobs'
const jobPath = (id: string): string => `${PATH}/${encodeURIComponent(id)}`

/** OpenAI's hyperparameters and the provider's names for them; native names pass. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['n_epochs', 'epochs'],
  ['epochs', 'epochs'],
  ['training_steps', 'training_steps'],
  ['learning_rate', 'learning_rate'],
  ['weight_decay', 'weight_decay'],
  ['warmup_fraction', 'warmup_fraction'],
  ['seq_len', 'seq_len'],
  ['fim_ratio', 'fim_ratio'],
])

/** The provider's states in the specification's terms. An unknown state is a running job. */
export const JOB_STATES: ReadonlyMap<string, JobStatus> = new Map([
  ['STARTED', 'validating_files'],
  ['VALIDATING', 'validating_files'],
  ['QUEUED', 'queued'],
  ['VALIDATED', 'queued'],
  ['RUNNING', 'running'],
  ['SUCCESS', 'succeeded'],
  ['FAILED_VALIDATION', 'failed'],
  ['FAILED', 'failed'],
  // The specification has no state for a job that is being cancelled.
  ['CANCELLATION_REQUESTED', 'cancelled'],
  ['CANCELLED', 'cancelled'],
])

/** Why a job failed: the provider reports it only by the state. */
const FAILURES: ReadonlyMap<string, JobFacts['failure']> = new Map([
  ['FAILED', { message: 'The provider could not train the model.' }],
  [
    'FAILED_VALIDATION',
    { code: 'failed_validation', message: 'The provider rejected the files.', param: 'training_file' },
  ],
])

const SUPPORTED = { parameters: ['integrations'], hyperparameters: [...NAMES.keys()] }

export const trainingJobs: ResourceAdapter = {
  create: function* ({ body }, context) {
    const jobRequest = readJobRequest(body, SUPPORTED, context)
    if (isFailure(jobRequest)) return jobRequest
    const set = Object.entries(jobRequest.hyperparameters).flatMap(([name, value]) => {
      const nativeName = NAMES.get(name)
      return nativeName === undefined ? [] : [[nativeName, value] as const]
    })
    const job = present({
      model: jobRequest.model,
      training_files: [{ file_id: jobRequest.trainingFile, weight: 1 }],
      validation_files: jobRequest.validationFile === undefined ? undefined : [jobRequest.validationFile],
      hyperparameters: Object.fromEntries(set),
      suffix: jobRequest.suffix,
      integrations: isList(body['integrations']) ? body['integrations'].map(toNativeIntegration) : undefined,
      auto_start: true,
    })
    const created = yield* fetchOne({ method: 'POST', path: PATH, body: job }, objectOf)
    return { ...created, dropped: jobRequest.dropped }
  },
  list: request => paginateByNumber(request, PATH, objectOf),
  get: ({ id }) => fetchOne({ method: 'GET', path: jobPath(id) }, objectOf),
  cancel: ({ id }) => fetchOne({ method: 'POST', path: `${jobPath(id)}/cancel` }, objectOf),
  events: function* (request) {
    const job = asObject((yield { method: 'GET', path: jobPath(request.id) }).json)
    return jobEvents(request, job['events'], ({ name, data }) => ({
      message: [asText(name), isObject(data) ? writeJson(data) : undefined].filter(Boolean).join(' '),
    }))
  },
}

/** OpenAI nests the settings of a service in an object named after it; here they are siblings of the type. */
const toNativeIntegration = (integration: unknown): JsonObject => {
  const { type, ...others } = asObject(integration)
  return { ...present({ type }), ...asObject(others[asText(type) ?? '']) }
}

const toVendorIntegration = (integration: unknown): JsonObject => {
  const { type, ...others } = asObject(integration)
  const service = asText(type)
  return service === undefined ? others : { type: service, [service]: others }
}

const objectOf = (job: JsonObject): JsonObject => jobObject(factsOf(job))

function factsOf(job: JsonObject): JobFacts {
  const status = JOB_STATES.get(asText(job['status']) ?? '') ?? 'running'
  const { epochs, ...others } = asObject(job['hyperparameters'])
  return {
    id: asText(job['id']) ?? '',
    model: asText(job['model']) ?? '',
    status,
    trainingFile: asText(asList(job['training_files'])[0]) ?? '',
    validationFile: asText(asList(job['validation_files'])[0]),
    created: unixSeconds(job['created_at']),
    finished: isFinalStatus(status) ? unixSeconds(job['modified_at']) : undefined,
    tunedModel: asText(job['fine_tuned_model']),
    failure: FAILURES.get(asText(job['status']) ?? ''),
    hyperparameters: present({ n_epochs: asCount(epochs), ...others }),
    trainedTokens: asCount(job['trained_tokens']),
    suffix: asText(job['suffix']),
    integrations: asList(job['integrations']).map(toVendorIntegration),
  }
}
