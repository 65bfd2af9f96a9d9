// Training jobs of Together, which it calls fine-tunes.
import { asCount, asObject, asText, type JsonObject, present } from '../../../schemas/values/json.ts'
import { isFinalStatus, type JobFacts, type JobStatus, jobEvents, jobObject } from '../../resources/job.ts'
import { readJobRequest } from '../../resources/read-job.ts'
import { fetchList, fetchOne } from '../../resources/single-request.ts'
import { unixSeconds } from '../../resources/unix-seconds.ts'
import { isFailure } from '../../values/failures.ts'
import type { ResourceAdapter } from '../../values/resource-operation.ts'

const PATH = '/fine-tunes'
const jobPath = (id: string): string => `${PATH}/${encodeURIComponent(id)}`

/** Sent to the provider along with the model, under the same names. */
const HYPERPARAMETERS = [
  'n_epochs',
  'batch_size',
  'learning_rate',
  'n_checkpoints',
  'n_evals',
  'warmup_ratio',
  'weight_decay',
  'max_grad_norm',
]

/** The provider's states in the specification's terms. An unknown state is a running job. */
export const JOB_STATES: ReadonlyMap<string, JobStatus> = new Map([
  ['pending', 'validating_files'],
  ['queued', 'queued'],
  ['running', 'running'],
  ['compressing', 'running'],
  ['uploading', 'running'],
  ['completed', 'succeeded'],
  ['error', 'failed'],
  ['user_error', 'failed'],
  // The specification has no state for a job that is being cancelled.
  ['cancel_requested', 'cancelled'],
  ['cancelled', 'cancelled'],
])

export const trainingJobs: ResourceAdapter = {
  create: function* ({ body }, context) {
    const jobRequest = readJobRequest(body, { parameters: [], hyperparameters: HYPERPARAMETERS }, context)
    if (isFailure(jobRequest)) return jobRequest
    const known = Object.entries(jobRequest.hyperparameters).filter(([name]) =>
      HYPERPARAMETERS.includes(name),
    )
    const job = present({
      model: jobRequest.model,
      training_file: jobRequest.trainingFile,
      validation_file: jobRequest.validationFile,
      suffix: jobRequest.suffix,
      ...Object.fromEntries(known),
    })
    const created = yield* fetchOne({ method: 'POST', path: PATH, body: job }, objectOf)
    return { ...created, dropped: jobRequest.dropped }
  },
  list: request => fetchList(request, PATH, objectOf),
  get: ({ id }) => fetchOne({ method: 'GET', path: jobPath(id) }, objectOf),
  cancel: ({ id }) => fetchOne({ method: 'POST', path: `${jobPath(id)}/cancel` }, objectOf),
  events: function* (request) {
    const { json } = yield { method: 'GET', path: `${jobPath(request.id)}/events` }
    return jobEvents(request, asObject(json)['data'], ({ message, level }) => ({
      message: asText(message) ?? '',
      level: asText(level),
    }))
  },
}

const objectOf = (job: JsonObject): JsonObject => jobObject(factsOf(job))

function factsOf(job: JsonObject): JobFacts {
  const status = JOB_STATES.get(asText(job['status']) ?? '') ?? 'running'
  const { n_epochs, batch_size, learning_rate } = job
  return {
    id: asText(job['id']) ?? '',
    model: asText(job['model']) ?? '',
    status,
    trainingFile: asText(job['training_file']) ?? '',
    validationFile: asText(job['validation_file']) || undefined,
    created: unixSeconds(job['created_at']),
    finished: isFinalStatus(status) ? unixSeconds(job['updated_at']) : undefined,
    tunedModel: status === 'succeeded' ? asText(job['model_output_name'] ?? job['output_name']) : undefined,
    failure: status === 'failed' ? { message: 'The provider could not train the model.' } : undefined,
    hyperparameters: present({ n_epochs: asCount(n_epochs), batch_size, learning_rate }),
    trainedTokens: asCount(job['token_count']),
    suffix: asText(job['suffix']),
  }
}
