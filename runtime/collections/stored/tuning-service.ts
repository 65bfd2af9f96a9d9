// The contract of a cloud training service over object storage: its requests, and how its responses are parsed. The steps
// of each operation are the same for all clouds (object-store-jobs.ts).
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
  /** URIs of the training and validation files, and of the output prefix. */
  readonly training: string
  readonly validation: string | undefined
  readonly results: string
  /** The client's body, for provider-specific parameters. */
  readonly body: JsonObject
}

export interface TuningService extends JobService {
  readonly known: KnownWords
  /** Converts chats for the model; undefined for models whose files are used unchanged. */
  readonly translate: (model: string, context: CollectionContext) => TranslateChat | undefined
  readonly start: (job: NewJob, context: CollectionContext) => Ask | Failure
  readonly started: (answer: Answer, context: CollectionContext) => string | undefined
  readonly facts: (job: JsonObject) => JobFacts
}
