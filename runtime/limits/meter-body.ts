// Watches the body of a reply for its end: complete, broken, or left by its client.
import type { ByteStream } from '../values/byte-stream.ts'
import type { Cancellation } from '../values/cancellation.ts'
import { createStreamSample, type StreamSample } from './produced-tokens.ts'

/** `onEnd` is called once, with what was read until then. */
export function meterBody(
  body: ByteStream,
  cancellation: Cancellation,
  onEnd: (sample: StreamSample) => void,
): ByteStream {
  const sample = createStreamSample()
  let isOver = false
  const end = (): void => {
    if (isOver) return
    isOver = true
    unsubscribe()
    onEnd(sample)
  }
  let unsubscribe = (): void => {}
  unsubscribe = cancellation.onCancel(end)
  return {
    start: sink =>
      body.start({
        chunk: bytes => {
          sample.add(bytes)
          sink.chunk(bytes)
        },
        end: () => {
          end()
          sink.end()
        },
        fail: reason => {
          end()
          sink.fail(reason)
        },
      }),
    pause: () => body.pause(),
    resume: () => body.resume(),
    cancel: () => {
      end()
      body.cancel()
    },
  }
}
