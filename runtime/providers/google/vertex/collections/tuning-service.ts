// Training jobs of Google Cloud: supervised tuning of Gemini over Cloud Storage. A chat of the training file
// becomes `contents`, with the answer as the last turn.
import type { JsonObject } from '../../../../../compiler/source.ts'
import type { JobFacts, JobStatus } from '../../../../collections/job.ts'
import { originalOf, type TranslateChat } from '../../../../collections/stored/training-file.ts'
import type { TuningService } from '../../../../collections/stored/tuning-service.ts'
import { unixSeconds } from '../../../../collections/unix-seconds.ts'
import type { Failure } from '../../../../failures.ts'
import { asObject, asText, present } from '../../../wire/json.ts'
import { collectProblems } from '../../../wire/report.ts'
import { convertToContents } from '../../convert-to-contents.ts'
import { askJob, askJobs, askPage, countOf, idOf, projectOf, readPage } from './jobs.ts'
import { openStore } from './storage.ts'

const KIND = 'tuningJobs'
const ID = 'fine_tuning_job_id'

export const tuningService: TuningService = {
  open: openStore,
  known: {
    parameters: [],
    hyperparameters: ['n_epochs', 'learning_rate_multiplier', 'adapterSize'],
  },
  translate: model =>
    /^(google\/|publishers\/google\/models\/)?gemini/.test(model) ? toContents(model) : undefined,
  start: ({ asked, training, validation }, { settings }) => {
    const { n_epochs, learning_rate_multiplier, adapterSize } = asked.hyperparameters
    const hyperParameters = present({
      epochCount: n_epochs === undefined ? undefined : String(n_epochs),
      learningRateMultiplier: learning_rate_multiplier,
      adapterSize,
    })
    const job = present({
      baseModel: asked.model.replace(/^(google\/|publishers\/google\/models\/)/, ''),
      tunedModelDisplayName: asked.suffix,
      supervisedTuningSpec: present({
        trainingDatasetUri: training,
        validationDatasetUri: validation,
        hyperParameters: Object.keys(hyperParameters).length === 0 ? undefined : hyperParameters,
      }),
    })
    return askJobs(settings, 'POST', KIND, '', job)
  },
  started: ({ json }) => idOf(asObject(json)),
  get: (id, { settings }) => askJob(settings, 'GET', KIND, id, ID),
  stop: (id, { settings }) => askJob(settings, 'POST', KIND, id, ID, ':cancel'),
  list: (token, size, { settings }) => askPage(settings, KIND, token, size),
  listed: answer => readPage(answer, KIND),
  facts: tuningFacts,
}

/** The service's states in the specification's terms; the specification has no cancelling state for jobs. */
export const TUNING_STATES: ReadonlyMap<string, JobStatus> = new Map([
  ['JOB_STATE_QUEUED', 'queued'],
  ['JOB_STATE_PENDING', 'queued'],
  ['JOB_STATE_RUNNING', 'running'],
  ['JOB_STATE_UPDATING', 'running'],
  ['JOB_STATE_PAUSED', 'running'],
  ['JOB_STATE_SUCCEEDED', 'succeeded'],
  ['JOB_STATE_PARTIALLY_SUCCEEDED', 'succeeded'],
  ['JOB_STATE_FAILED', 'failed'],
  ['JOB_STATE_EXPIRED', 'failed'],
  ['JOB_STATE_CANCELLING', 'cancelled'],
  ['JOB_STATE_CANCELLED', 'cancelled'],
])

function tuningFacts(job: JsonObject): JobFacts {
  const spec = asObject(job['supervisedTuningSpec'])
  const { epochCount, ...rest } = asObject(spec['hyperParameters'])
  const stats = asObject(asObject(job['tuningDataStats'])['supervisedTuningDataStats'])
  const { code, message } = asObject(job['error'])
  const reason = asText(message)
  // The state while the dataset is read; the specification has a state of its own for it.
  const reading = job['tuningJobState'] === 'TUNING_JOB_STATE_PROCESSING_DATASET'
  const status = TUNING_STATES.get(asText(job['state']) ?? '') ?? 'running'
  return {
    id: idOf(job) ?? '',
    model: asText(job['baseModel']) ?? '',
    status: reading && (status === 'queued' || status === 'running') ? 'validating_files' : status,
    trainingFile: fileOf(spec['trainingDatasetUri']) ?? '',
    validationFile: fileOf(spec['validationDatasetUri']),
    created: unixSeconds(job['createTime']),
    finished: unixSeconds(job['endTime']),
    tunedModel: tunedModel(job),
    failure: reason === undefined ? undefined : { code: String(code ?? ''), message: reason },
    hyperparameters: present({ n_epochs: countOf(epochCount), ...rest }),
    organization: projectOf(job),
    trainedTokens: countOf(stats['totalBillableTokenCount']),
    suffix: asText(job['tunedModelDisplayName']),
  }
}

/** A tuned model is served at an endpoint, whose name is valid as a model. */
const tunedModel = (job: JsonObject): string | undefined =>
  /endpoints\/[\w-]+$/.exec(asText(asObject(job['tunedModel'])['endpoint']) ?? '')?.[0]

const fileOf = (address: unknown): string | undefined =>
  typeof address === 'string' ? encodeURIComponent(originalOf(address)) : undefined

const toContents =
  (model: string): TranslateChat =>
  (chat): JsonObject | Failure => {
    const { report, failure } = collectProblems()
    const { systemInstruction, contents } = convertToContents(chat['messages'], model, report)
    return failure() ?? present({ systemInstruction, contents })
  }
