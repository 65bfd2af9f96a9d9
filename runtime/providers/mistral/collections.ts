// Where Mistral differs from the OpenAI schema that it speaks otherwise: batches and training jobs have paths,
// fields and states of their own, and lists have numbered pages. Of files only the list differs.
import type { Collections } from '../../collections/collection.ts'
import { numberedPages } from '../../collections/numbered-pages.ts'
import { batches } from './batches.ts'
import { trainingJobs } from './training-jobs.ts'

export const mistralCollections: Collections = {
  files: { list: request => numberedPages(request, '/files', file => file) },
  batches,
  'fine_tuning/jobs': trainingJobs,
}
