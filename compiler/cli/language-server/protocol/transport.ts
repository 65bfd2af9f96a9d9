// The streams of a client as the library wants them: messages are admitted before it sees them, and each end of the connection is
// noticed once.
import {
  Emitter,
  type Message,
  type MessageReader,
  type MessageWriter,
  StreamMessageWriter,
} from 'vscode-languageserver/node'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { admitMessages } from './admit-messages.ts'
import { readFrames } from './read-frames.ts'

const PARSE_ERROR = -32700
/** The protocol's type of a message in the log. */
const WARNING = 2

export interface Transport {
  readonly reader: MessageReader
  readonly writer: MessageWriter
}

/** `onEnd`: the client is gone, and every request that it sent has its reply or can have none. */
export function createTransport(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  onEnd: () => void,
): Transport {
  const stream = new StreamMessageWriter(output)
  const admissions = admitMessages()
  let hasEnded = false
  let writing = 0
  const endIfIdle = (): void => {
    if (hasEnded && writing === 0 && admissions.pending() === 0) onEnd()
  }
  const write = async (message: Message): Promise<void> => {
    writing += 1
    try {
      await stream.write(message)
    } finally {
      writing -= 1
      endIfIdle()
    }
  }
  /** Messages that the library knows nothing of. A client that does not read anymore is noticed by the error of the stream. */
  const send = (message: JsonObject): void => void write(message as unknown as Message).catch(() => {})
  const end = (): void => {
    hasEnded = true
    endIfIdle()
  }
  output.on('error', onEnd)
  return {
    reader: {
      onError: new Emitter<Error>().event,
      onClose: new Emitter<void>().event,
      onPartialMessage: new Emitter<never>().event,
      listen: callback => {
        const feed = readFrames(
          body => {
            const admission = admissions.receive(body.toString())
            if (admission === undefined) return
            if ('pass' in admission) callback(admission.pass as unknown as Message)
            else if ('reply' in admission) send(admission.reply)
            else send(logMessage(admission.log))
          },
          sentence => send({ jsonrpc: '2.0', id: null, error: { code: PARSE_ERROR, message: sentence } }),
        )
        input.on('data', (chunk: Buffer) => feed(chunk))
        input.on('end', end)
        input.on('close', end)
        input.on('error', end)
        return { dispose: () => void input.removeAllListeners('data') }
      },
      dispose: () => {},
    },
    writer: {
      onError: stream.onError,
      onClose: stream.onClose,
      write: message => {
        admissions.sent(message as unknown as JsonObject)
        return write(message)
      },
      end: () => stream.end(),
      dispose: () => stream.dispose(),
    },
  }
}

const logMessage = (message: string): JsonObject => ({
  jsonrpc: '2.0',
  method: 'window/logMessage',
  params: { type: WARNING, message },
})
