// Where Together differs from the OpenAI schema that it speaks otherwise: uploads have their own path, batches an
// envelope and upper-case states, training jobs another name and other fields; lists are unpaginated.
import type { ProviderAdapter } from '../../values/adapter.ts'
import { batches } from './batches.ts'
import { files } from './files.ts'
import { trainingJobs } from './training-jobs.ts'

export const together: ProviderAdapter = {
  endpoints: {},
  resources: { files, batches, 'fine_tuning/jobs': trainingJobs },
}
