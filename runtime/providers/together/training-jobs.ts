// Training jobs of Together, which it calls fine-tunes.
import type { JsonObject } from '../../../compiler/source.ts'
import type { CollectionAdapter } from '../../collections/collection.ts'
import { isOver, type JobFacts, type JobStatus, jobObject } from '../../collections/job.ts'
import { jobEvents } from '../../collections/job-events.ts'
import { readJob } from '../../collections/read-job.ts'
import { askAll, askOne } from '../../collections/single-request.ts'
import { unixSeconds } from '../../collections/unix-seconds.ts'
import { isFailure } from '../../failures.ts'
import { asCount, asObject, asText, present } from '../wire/json.ts'

const PATH = '/fine-tunes'
const at = (id: string): string => `${PATH}/${encodeURIComponent(id)}`

/** Sent to the provider beside the model, under the same names. */
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

export const trainingJobs: CollectionAdapter = {
  create: function* ({ body }, context) {
    const asked = readJob(body, { parameters: [], hyperparameters: HYPERPARAMETERS }, context)
    if (isFailure(asked)) return asked
    const known = Object.entries(asked.hyperparameters).filter(([name]) => HYPERPARAMETERS.includes(name))
    const job = present({
      model: asked.model,
      training_file: asked.trainingFile,
      validation_file: asked.validationFile,
      suffix: asked.suffix,
      ...Object.fromEntries(known),
    })
    const made = yield* askOne({ method: 'POST', path: PATH, body: job }, objectOf)
    return { ...made, dropped: asked.dropped }
  },
  list: request => askAll(request, PATH, objectOf),
  get: ({ id }) => askOne({ method: 'GET', path: at(id) }, objectOf),
  cancel: ({ id }) => askOne({ method: 'POST', path: `${at(id)}/cancel` }, objectOf),
  events: function* (request) {
    const { json } = yield { method: 'GET', path: `${at(request.id)}/events` }
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
    finished: isOver(status) ? unixSeconds(job['updated_at']) : undefined,
    tunedModel: status === 'succeeded' ? asText(job['model_output_name'] ?? job['output_name']) : undefined,
    failure: status === 'failed' ? { message: 'The provider could not train the model.' } : undefined,
    hyperparameters: present({ n_epochs: asCount(n_epochs), batch_size, learning_rate }),
    trainedTokens: asCount(job['token_count']),
    suffix: asText(job['suffix']),
  }
}
