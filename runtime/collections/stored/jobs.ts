// Training jobs of a cloud over its object storage: the client's files are converted when a job is created, if the model
// requires it.
import type { JsonObject } from '../../../compiler/source.ts'
import { failure, isFailure } from '../../failures.ts'
import { asObject } from '../../providers/wire/json.ts'
import type { CollectionAdapter, CollectionContext, Talk } from '../collection.ts'
import { jobObject } from '../job.ts'
import { walkPages } from '../list.ts'
import { readJob } from '../read-job.ts'
import { withStore } from './object-store.ts'
import { trainingFile } from './training-file.ts'
import type { TuningService } from './tuning-service.ts'

export function storedJobs(service: TuningService): CollectionAdapter {
  const findJob = function* (id: string, context: CollectionContext): Talk<{ readonly json: JsonObject }> {
    const ask = service.get(id, context)
    return isFailure(ask) ? ask : { json: jobObject(service.facts(asObject((yield ask).json))) }
  }
  return {
    create: withStore(service.open, function* (store, { body }, context) {
      const asked = readJob(body, service.known, context)
      if (isFailure(asked)) return asked
      const translate = service.translate(asked.model, context)
      const training = yield* trainingFile(store, asked.trainingFile, 'training_file', translate)
      if (isFailure(training)) return training
      const validation =
        asked.validationFile === undefined
          ? undefined
          : yield* trainingFile(store, asked.validationFile, 'validation_file', translate)
      if (validation !== undefined && isFailure(validation)) return validation
      const results = `${store.scheme}://${store.bucket}/gateway-tuning/${context.identifier}/`
      const job = { asked, training: training.address, validation: validation?.address, results, body }
      const start = service.start(job, context)
      if (isFailure(start)) return start
      const id = service.started(yield start, context)
      if (id === undefined)
        return failure('invalid_upstream_reply', 'The provider did not return the id of the job.', {
          cause: 'decode',
        })
      const made = yield* findJob(id, context)
      return isFailure(made) ? made : { ...made, dropped: asked.dropped }
    }),
    list: function* (request, context) {
      return yield* walkPages(
        request,
        (token, size) => service.list(token, size, context),
        answer => {
          const { jobs, next } = service.listed(answer)
          return { items: jobs.map(job => jobObject(service.facts(job))), next }
        },
      )
    },
    get: ({ id }, context) => findJob(id, context),
    cancel: function* ({ id }, context) {
      const ask = service.stop(id, context)
      if (isFailure(ask)) return ask
      yield ask
      return yield* findJob(id, context)
    },
  }
}
