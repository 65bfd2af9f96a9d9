// Where Together differs from the vendor, whose schema it speaks: uploads have a path of their own, batches an envelope
// and capital letters, training jobs another name and other words; lists come whole.
import type { Collections } from '../../collections/collection.ts'
import { batches } from './batches.ts'
import { files } from './files.ts'
import { trainingJobs } from './training-jobs.ts'

export const togetherCollections: Collections = { files, batches, 'fine_tuning/jobs': trainingJobs }
