// Training jobs of AWS: model customization jobs over the bucket. A job is identified by its name, which is unique;
// Nova models are trained on conversations, others on the unmodified file.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { present } from '../../../../schemas/values/json.ts'
import type { TranslateChat } from '../../../resources/object-storage/training-file.ts'
import type { TuningService } from '../../../resources/object-storage/tuning-service.ts'
import { type Failure, failure, isFailure } from '../../../values/failures.ts'
import type { OperationContext } from '../../../values/resource-operation.ts'
import { collectConversionErrors } from '../../../wire/conversion-errors.ts'
import { convertToMessages } from '../convert-to-messages.ts'
import { amazonModel } from '../model.ts'
import { jobsRequest, pageRequest, readPage, roleOf } from './jobs.ts'
import { openStore } from './storage.ts'
import { tuningFacts } from './tuning-facts.ts'

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
