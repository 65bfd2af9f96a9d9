// The contract of a cloud that trains on files in its storage: what is asked of the service, and what its answers say.
// The course of each operation is the same for all (jobs.ts).
import type { JsonObject } from '../../../compiler/source.ts'
import type { Failure } from '../../failures.ts'
import type { Answer, Ask, CollectionContext } from '../collection.ts'
import type { JobFacts } from '../job.ts'
import type { AskedJob, KnownWords } from '../read-job.ts'
import type { JobService } from './job-service.ts'
import type { TranslateChat } from './training-file.ts'

/** A job to start. */
export interface NewJob {
  readonly asked: AskedJob
  /** Addresses of what is trained on and judged by, and of a folder for what comes of it. */
  readonly training: string
  readonly validation: string | undefined
  readonly results: string
  /** The body of the client, for what the interface has no word for. */
  readonly body: JsonObject
}

export interface TuningService extends JobService {
  readonly known: KnownWords
  /** How a chat is said to the model; undefined for models whose files are taken as they are. */
  readonly translate: (model: string, context: CollectionContext) => TranslateChat | undefined
  readonly start: (job: NewJob, context: CollectionContext) => Ask | Failure
  readonly started: (answer: Answer, context: CollectionContext) => string | undefined
  readonly facts: (job: JsonObject) => JobFacts
}
