// The worker thread that searches vectors, so that searches do not block the event loop.
import { parentPort, workerData } from 'node:worker_threads'
import { createVectorIndex, type VectorBounds } from '../../state/vectors/vector-index.ts'
import type { Answer, Question } from './threaded-vectors.ts'

const index = createVectorIndex(workerData as VectorBounds)

parentPort?.on('message', (question: Question) => {
  switch (question.kind) {
    case 'nearest': {
      const { id, partition, vector, threshold, notBefore } = question
      const answer: Answer = { id, nearest: index.nearest(partition, vector, threshold, notBefore) }
      parentPort?.postMessage(answer)
      return
    }
    case 'add':
      return index.add(question.partition, question.key, question.vector, question.storedAt)
    case 'remove':
      return index.remove(question.partition, question.key)
  }
})
