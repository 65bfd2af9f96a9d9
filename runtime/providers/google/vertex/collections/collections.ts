// Files, batches and training jobs of Google Cloud.
import type { Collections } from '../../../../collections/collection.ts'
import { storedBatches } from '../../../../collections/stored/batches.ts'
import { storedFiles } from '../../../../collections/stored/files.ts'
import { storedJobs } from '../../../../collections/stored/jobs.ts'
import { resultsReader } from '../../../../collections/stored/results.ts'
import { batchService } from './batch-service.ts'
import { openStore, STORAGE } from './storage.ts'
import { tuningService } from './tuning-service.ts'

export const collections: Collections = {
  files: storedFiles(openStore, resultsReader(batchService)),
  batches: storedBatches(batchService),
  'fine_tuning/jobs': storedJobs(tuningService),
}

/** Further origins of resource operations. */
export const origins = (): readonly string[] => [STORAGE]
