// Where Mistral differs from the OpenAI schema that it speaks otherwise: batches and training jobs have paths,
// fields and states of their own, and lists have numbered pages. Of files only the list differs.

import { paginateByNumber } from '../../resources/page-number-pagination.ts'
import type { ResourceAdapters } from '../../values/resource-operation.ts'
import { batches } from './batches.ts'
import { trainingJobs } from './training-jobs.ts'

export const mistralResources: ResourceAdapters = {
  files: { list: request => paginateByNumber(request, '/files', file => file) },
  batches,
  'fine_tuning/jobs': trainingJobs,
}
