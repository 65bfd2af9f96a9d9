// Training jobs of a cloud over its object storage: the client's files are converted when a job is created, if the
// model requires it.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject, isObject } from '../../../schemas/values/json.ts'
import { failure, isFailure } from '../../values/failures.ts'
import type { OperationContext, OperationSteps, ResourceAdapter } from '../../values/resource-operation.ts'
import { type JobFacts, jobObject } from '../job.ts'
import { paginate } from '../list.ts'
import { readJobRequest } from '../read-job.ts'
import type { TuningService } from './job-services.ts'
import { NOT_READ, withObjectStore } from './object-store.ts'
import { prepareTrainingFile } from './training-file.ts'

export function objectStoreJobs(service: TuningService): ResourceAdapter {
  const fetchJob = function* (
    id: string,
    context: OperationContext,
  ): OperationSteps<{ readonly json: JsonObject }> {
    const request = service.get(id, context)
    return isFailure(request)
      ? request
      : { json: jobObject(service.parseFacts(asObject((yield request).json))) }
  }
  return {
    create: withObjectStore(service.openStore, function* (store, { body }, context) {
      const jobRequest = readJobRequest(body, service.supported, context)
      if (isFailure(jobRequest)) return jobRequest
      const translate = service.translate(jobRequest.model, context)
      const training = yield* prepareTrainingFile(store, jobRequest.trainingFile, 'training_file', translate)
      if (isFailure(training)) return training
      const validation =
        jobRequest.validationFile === undefined
          ? undefined
          : yield* prepareTrainingFile(store, jobRequest.validationFile, 'validation_file', translate)
      if (validation !== undefined && isFailure(validation)) return validation
      const results = `${store.scheme}://${store.bucket}/gateway-tuning/${context.identifier}/`
      const job = {
        request: jobRequest,
        trainingUri: training.uri,
        validationUri: validation?.uri,
        resultsUri: results,
        body,
      }
      const start = service.startRequest(job, context)
      if (isFailure(start)) return start
      const id = service.parseStarted(yield start, context)
      if (id === undefined)
        return failure('invalid_upstream_reply', 'The provider did not return the id of the job.', {
          cause: 'decode',
        })
      const get = service.get(id, context)
      // A client that gets an error creates the job again, and pays for both.
      const { json } = isFailure(get) ? NOT_READ : yield { ...get, isOptional: true }
      const { model, trainingFile, validationFile, dropped } = jobRequest
      const facts: JobFacts = isObject(json)
        ? service.parseFacts(json)
        : { id, model, status: 'validating_files', trainingFile, validationFile, created: context.now }
      return { json: jobObject(facts), dropped }
    }),
    list: function* (request, context) {
      return yield* paginate(
        request,
        (token, size) => service.list(token, size, context),
        answer => {
          const { jobs, next } = service.parseList(answer)
          return { items: jobs.map(job => jobObject(service.parseFacts(job))), next }
        },
      )
    },
    get: ({ id }, context) => fetchJob(id, context),
    cancel: function* ({ id }, context) {
      const request = service.cancel(id, context)
      if (isFailure(request)) return request
      yield request
      return yield* fetchJob(id, context)
    },
  }
}
