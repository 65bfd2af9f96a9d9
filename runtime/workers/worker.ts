// The thread of a worker of `portolan-runtime`.
import { runWorker } from './run-worker.ts'

runWorker()
