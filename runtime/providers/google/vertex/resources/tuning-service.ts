// Training jobs of Google Cloud: supervised tuning of Gemini over Cloud Storage. A chat of the training file
// becomes `contents`, with the answer as the last turn.
import type { JsonObject } from '../../../../../schemas/values/json.ts'
import { asObject, asText, present } from '../../../../../schemas/values/json.ts'
import type { JobFacts, JobStatus } from '../../../../resources/job.ts'
import type { TuningService } from '../../../../resources/object-storage/job-services.ts'
import { originalUri, type TranslateChat } from '../../../../resources/object-storage/training-file.ts'
import { unixSeconds } from '../../../../resources/unix-seconds.ts'
import type { Failure } from '../../../../values/failures.ts'
import { collectConversionErrors } from '../../../../wire/conversion-errors.ts'
import { convertToContents } from '../../convert-to-contents.ts'
import { countOf, idOf, jobRequest, jobsRequest, pageRequest, projectInName, readPage } from './jobs.ts'
import { openStore } from './storage.ts'

const KIND = 'tuningJobs'
const ID = 'fine_tuning_job_id'

export const tuningService: TuningService = {
  openStore: openStore,
  supported: {
    parameters: [],
    hyperparameters: ['n_epochs', 'learning_rate_multiplier', 'adapterSize'],
  },
  translate: model =>
    /^(google\/|publishers\/google\/models\/)?gemini/.test(model) ? toContents(model) : undefined,
  startRequest: ({ request: jobRequest, trainingUri, validationUri }, { settings }) => {
    const { n_epochs, learning_rate_multiplier, adapterSize } = jobRequest.hyperparameters
    const hyperParameters = present({
      epochCount: n_epochs === undefined ? undefined : String(n_epochs),
      learningRateMultiplier: learning_rate_multiplier,
      adapterSize,
    })
    const job = present({
      baseModel: jobRequest.model.replace(/^(google\/|publishers\/google\/models\/)/, ''),
      tunedModelDisplayName: jobRequest.suffix,
      supervisedTuningSpec: present({
        trainingDatasetUri: trainingUri,
        validationDatasetUri: validationUri,
        hyperParameters: Object.keys(hyperParameters).length === 0 ? undefined : hyperParameters,
      }),
    })
    return jobsRequest(settings, 'POST', KIND, '', job)
  },
  parseStarted: ({ json }) => idOf(asObject(json)),
  get: (id, { settings }) => jobRequest(settings, 'GET', KIND, id, ID),
  cancel: (id, { settings }) => jobRequest(settings, 'POST', KIND, id, ID, ':cancel'),
  list: (token, size, { settings }) => pageRequest(settings, KIND, token, size),
  parseList: answer => readPage(answer, KIND),
  parseFacts: tuningFacts,
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
  const { epochCount, ...others } = asObject(spec['hyperParameters'])
  const stats = asObject(asObject(job['tuningDataStats'])['supervisedTuningDataStats'])
  const { code, message } = asObject(job['error'])
  const reason = asText(message)
  // The state while the dataset is read; the specification has a state of its own for it.
  const isReadingDataset = job['tuningJobState'] === 'TUNING_JOB_STATE_PROCESSING_DATASET'
  const status = TUNING_STATES.get(asText(job['state']) ?? '') ?? 'running'
  return {
    id: idOf(job) ?? '',
    model: asText(job['baseModel']) ?? '',
    status: isReadingDataset && (status === 'queued' || status === 'running') ? 'validating_files' : status,
    trainingFile: fileOf(spec['trainingDatasetUri']) ?? '',
    validationFile: fileOf(spec['validationDatasetUri']),
    created: unixSeconds(job['createTime']),
    finished: unixSeconds(job['endTime']),
    tunedModel: tunedModel(job),
    failure:
      reason === undefined
        ? undefined
        : { message: reason, ...(code === undefined ? {} : { code: String(code) }) },
    hyperparameters: present({ n_epochs: countOf(epochCount), ...others }),
    organization: projectInName(job),
    trainedTokens: countOf(stats['totalBillableTokenCount']),
    suffix: asText(job['tunedModelDisplayName']),
  }
}

/** A tuned model is served at an endpoint, whose name is valid as a model. */
const tunedModel = (job: JsonObject): string | undefined =>
  /endpoints\/[\w-]+$/.exec(asText(asObject(job['tunedModel'])['endpoint']) ?? '')?.[0]

const fileOf = (address: unknown): string | undefined =>
  typeof address === 'string' ? encodeURIComponent(originalUri(address)) : undefined

const toContents =
  (model: string): TranslateChat =>
  (chat): JsonObject | Failure => {
    const { report, failure } = collectConversionErrors()
    const { systemInstruction, contents } = convertToContents(chat['messages'], model, report)
    return failure() ?? present({ systemInstruction, contents })
  }
