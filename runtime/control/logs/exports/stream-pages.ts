// A stream of pages that are made one after another, each once the last has been taken.
import type { ByteSink, ByteStream } from '../../../values/byte-stream.ts'
import { failure, isFailure } from '../../../values/failures.ts'
import { StoreError } from '../../core/store-error.ts'

/** A generator that throws a `Failure` or a `StoreError` breaks the stream. */
export function streamPages(pages: AsyncGenerator<Uint8Array>): ByteStream {
  let open = true
  let waiting: PromiseWithResolvers<void> | undefined
  const run = async (sink: ByteSink): Promise<void> => {
    try {
      for await (const page of pages) {
        if (!open) return
        if (page.length > 0) sink.chunk(page)
        await waiting?.promise
      }
      if (open) sink.end()
    } catch (error) {
      if (!open) return
      if (isFailure(error)) sink.fail(error)
      else if (error instanceof StoreError) sink.fail(failure('store_unavailable', error.message))
      else throw error
    } finally {
      open = false
    }
  }
  const resume = (): void => {
    waiting?.resolve()
    waiting = undefined
  }
  return {
    start: sink => void run(sink),
    pause: () => {
      waiting ??= Promise.withResolvers<void>()
    },
    resume,
    cancel: () => {
      open = false
      resume()
    },
  }
}
