// The worker thread of the log file: one request after another.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { createLogFileWriter, type LogFileOptions, type LogFileWriter } from './log-file-writer.ts'
import { createWorkerClock } from './worker-clock.ts'
import { type ThreadRequest, type ThreadResponse, workerFaultOf } from './worker-thread.ts'

export type LogFileMethod = 'open' | 'append' | 'release'

function serve(port: MessagePort, writer: LogFileWriter): void {
  const call = async ({ method, parameters }: ThreadRequest<LogFileMethod>): Promise<void> => {
    if (method === 'append') await writer.append(String(parameters[0]))
    else await writer[method]()
  }
  let last: Promise<void> = Promise.resolve()
  port.on('message', (request: ThreadRequest<LogFileMethod>) => {
    const { id } = request
    const respond = (response: ThreadResponse): void => port.postMessage(response)
    last = last
      .then(() => call(request))
      .then(
        () => respond({ id, result: undefined }),
        (error: unknown) => respond({ id, error: workerFaultOf(error) }),
      )
  })
}

if (parentPort !== null)
  serve(parentPort, createLogFileWriter(workerData as LogFileOptions, createWorkerClock()))
