// Training jobs of AWS: model customization jobs over the bucket. A job is identified by its name, which is unique;
// Nova models are trained on conversations, others on the unmodified file.
import type { JsonObject } from '../../../../compiler/source.ts'
import type { CollectionContext } from '../../../collections/collection.ts'
import type { TranslateChat } from '../../../collections/stored/training-file.ts'
import type { TuningService } from '../../../collections/stored/tuning-service.ts'
import { type Failure, failure, isFailure } from '../../../failures.ts'
import { present } from '../../wire/json.ts'
import { collectProblems } from '../../wire/report.ts'
import { convertToMessages } from '../convert-to-messages.ts'
import { amazonModel } from '../model.ts'
import { askJobs, askPage, readPage, roleOf } from './jobs.ts'
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
const noJob = (): Failure =>
  failure('not_found', 'This provider has no such training job.', { param: 'fine_tuning_job_id' })
const nameOf = ({ identifier }: CollectionContext): string => `gateway-${identifier}`

export const tuningService: TuningService = {
  open: openStore,
  known: { parameters: ['role_arn'], hyperparameters: [...NAMES.keys()] },
  translate: model => (amazonModel(model).startsWith('nova') ? toConversation : undefined),
  start: ({ asked, training, validation, results, body }, context) => {
    const role = roleOf(context.settings, body)
    if (isFailure(role)) return role
    const set = Object.entries(asked.hyperparameters).flatMap(([name, value]) => {
      const own = NAMES.get(name)
      return own === undefined ? [] : [[own, String(value)]]
    })
    const job = present({
      jobName: nameOf(context),
      clientRequestToken: context.identifier,
      customModelName: modelName(asked.suffix, context),
      customizationType: 'FINE_TUNING',
      baseModelIdentifier: asked.model,
      roleArn: role.role,
      hyperParameters: set.length === 0 ? undefined : Object.fromEntries(set),
      trainingDataConfig: { s3Uri: training },
      validationDataConfig: validation === undefined ? undefined : { validators: [{ s3Uri: validation }] },
      outputDataConfig: { s3Uri: results },
    })
    return askJobs(context.settings, 'POST', JOBS, job)
  },
  started: (_, context) => nameOf(context),
  get: (id, { settings }) =>
    isName(id) ? askJobs(settings, 'GET', `${JOBS}/${encodeURIComponent(id)}`) : noJob(),
  stop: (id, { settings }) =>
    isName(id) ? askJobs(settings, 'POST', `${JOBS}/${encodeURIComponent(id)}/stop`) : noJob(),
  list: (token, size, { settings }) => askPage(settings, JOBS, token, size),
  listed: answer => readPage(answer, 'modelCustomizationJobSummaries'),
  facts: tuningFacts,
}

/** Letters, digits and hyphens; the suffix makes it unique. */
const modelName = (suffix: string | undefined, { identifier }: CollectionContext): string =>
  `${
    (suffix ?? '')
      .replace(/[^a-zA-Z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40) || 'gateway'
  }-${identifier.slice(-12)}`

/** A chat in the service's conversation schema. */
const toConversation: TranslateChat = (chat): JsonObject | Failure => {
  const { report, failure: problems } = collectProblems()
  const { system, messages } = convertToMessages(chat['messages'], report)
  return problems() ?? present({ schemaVersion: 'bedrock-conversation-2024', system, messages })
}
