// Where Mistral differs from the OpenAI schema that it speaks otherwise: completions are fill-in-the-middle,
// embeddings take fewer inputs, batches and training jobs have paths, fields and states of their own, and lists have
// numbered pages. Of files only the list differs.
import { paginateByNumber } from '../../resources/list.ts'
import type { ProviderAdapter } from '../../values/adapter.ts'
import { limitedEmbeddings } from '../compatible/embeddings.ts'
import { batches } from './batches.ts'
import { fillInTheMiddle } from './fill-in-the-middle.ts'
import { trainingJobs } from './training-jobs.ts'

export const mistral: ProviderAdapter = {
  endpoints: { completions: fillInTheMiddle, embeddings: limitedEmbeddings },
  resources: {
    files: { list: request => paginateByNumber(request, '/files', file => file) },
    batches,
    'fine_tuning/jobs': trainingJobs,
  },
}
