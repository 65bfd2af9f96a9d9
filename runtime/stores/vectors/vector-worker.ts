// The worker thread that searches vectors, so that searches do not block the event loop.
import { parentPort, workerData } from 'node:worker_threads'
import { createVectorIndex, type VectorBounds } from '../../state/vectors/vector-index.ts'
import type { WorkerRequest, WorkerResponse } from './worker-vectors.ts'

const index = createVectorIndex(workerData as VectorBounds)

parentPort?.on('message', (request: WorkerRequest) => {
  switch (request.kind) {
    case 'nearest': {
      const { id, partition, vector, threshold, notBefore } = request
      const response: WorkerResponse = { id, nearest: index.nearest(partition, vector, threshold, notBefore) }
      parentPort?.postMessage(response)
      return
    }
    case 'add':
      return index.add(request.partition, request.key, request.vector, request.storedAt)
    case 'remove':
      return index.remove(request.partition, request.key)
  }
})
