// Files, batches and training jobs of AWS.

import { createResultsReader } from '../../../resources/object-storage/batch-results.ts'
import { objectStoreBatches } from '../../../resources/object-storage/object-store-batches.ts'
import { objectStoreFiles } from '../../../resources/object-storage/object-store-files.ts'
import { objectStoreJobs } from '../../../resources/object-storage/object-store-jobs.ts'
import type { ResourceAdapters } from '../../../values/resource-operation.ts'
import { batchService } from './batch-service.ts'
import { openStore } from './storage.ts'
import { tuningService } from './tuning-service.ts'

export const resources: ResourceAdapters = {
  files: objectStoreFiles(openStore, createResultsReader(batchService)),
  batches: objectStoreBatches(batchService),
  'fine_tuning/jobs': objectStoreJobs(tuningService),
}
