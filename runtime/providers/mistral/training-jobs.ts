// Training jobs of Mistral: lists of files, its own states, and events as part of the job.
import type { JsonObject } from '../../../compiler/source.ts'
import type { CollectionAdapter } from '../../collections/collection.ts'
import { isOver, type JobFacts, type JobStatus, jobObject } from '../../collections/job.ts'
import { jobEvents } from '../../collections/job-events.ts'
import { numberedPages } from '../../collections/numbered-pages.ts'
import { readJob } from '../../collections/read-job.ts'
import { askOne } from '../../collections/single-request.ts'
import { unixSeconds } from '../../collections/unix-seconds.ts'
import { isFailure } from '../../failures.ts'
import { asCount, asList, asObject, asText, isList, isObject, present, writeJson } from '../wire/json.ts'

const PATH = '/fine_tuning/jobs'
const at = (id: string): string => `${PATH}/${encodeURIComponent(id)}`

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

const KNOWN = { parameters: ['integrations'], hyperparameters: [...NAMES.keys()] }

export const trainingJobs: CollectionAdapter = {
  create: function* ({ body }, context) {
    const asked = readJob(body, KNOWN, context)
    if (isFailure(asked)) return asked
    const set = Object.entries(asked.hyperparameters).flatMap(([name, value]) => {
      const own = NAMES.get(name)
      return own === undefined ? [] : [[own, value] as const]
    })
    const job = present({
      model: asked.model,
      training_files: [{ file_id: asked.trainingFile, weight: 1 }],
      validation_files: asked.validationFile === undefined ? undefined : [asked.validationFile],
      hyperparameters: Object.fromEntries(set),
      suffix: asked.suffix,
      integrations: isList(body['integrations']) ? body['integrations'].map(ownIntegration) : undefined,
      auto_start: true,
    })
    const made = yield* askOne({ method: 'POST', path: PATH, body: job }, objectOf)
    return { ...made, dropped: asked.dropped }
  },
  list: request => numberedPages(request, PATH, objectOf),
  get: ({ id }) => askOne({ method: 'GET', path: at(id) }, objectOf),
  cancel: ({ id }) => askOne({ method: 'POST', path: `${at(id)}/cancel` }, objectOf),
  events: function* (request) {
    const job = asObject((yield { method: 'GET', path: at(request.id) }).json)
    return jobEvents(request, job['events'], ({ name, data }) => ({
      message: [asText(name), isObject(data) ? writeJson(data) : undefined].filter(Boolean).join(' '),
    }))
  },
}

/** OpenAI nests the settings of a service in an object named after it; here they are beside the type. */
const ownIntegration = (integration: unknown): JsonObject => {
  const { type, ...rest } = asObject(integration)
  return { ...present({ type }), ...asObject(rest[asText(type) ?? '']) }
}

const objectOf = (job: JsonObject): JsonObject => jobObject(factsOf(job))

function factsOf(job: JsonObject): JobFacts {
  const status = JOB_STATES.get(asText(job['status']) ?? '') ?? 'running'
  const { epochs, ...rest } = asObject(job['hyperparameters'])
  return {
    id: asText(job['id']) ?? '',
    model: asText(job['model']) ?? '',
    status,
    trainingFile: asText(asList(job['training_files'])[0]) ?? '',
    validationFile: asText(asList(job['validation_files'])[0]),
    created: unixSeconds(job['created_at']),
    finished: isOver(status) ? unixSeconds(job['modified_at']) : undefined,
    tunedModel: asText(job['fine_tuned_model']),
    failure: status === 'failed' ? { message: asText(job['status']) ?? '' } : undefined,
    hyperparameters: present({ n_epochs: asCount(epochs), ...rest }),
    trainedTokens: asCount(job['trained_tokens']),
    suffix: asText(job['suffix']),
    integrations: asList(job['integrations']),
  }
}
