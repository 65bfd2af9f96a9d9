// A provider's stream whose chunks are sent when a test triggers them.

import type { ByteSink } from '../../runtime/values/byte-stream.ts'
import { failure } from '../../runtime/values/failures.ts'
import type { Step } from './scripted-upstream.ts'

export interface SlowStream {
  /** For the script of a scene. The first piece comes at once. */
  readonly step: Step
  readonly send: (text: string) => void
  /** Says what is left and ends. */
  readonly finish: () => void
  readonly end: () => void
  readonly fail: () => void
  readonly cancelled: () => boolean
}

const encoder = new TextEncoder()

export function slowStream(chunks: readonly string[]): SlowStream {
  let sink: ByteSink | undefined
  let open = true
  let cancelled = false
  const [first = '', ...rest] = chunks
  const send = (text: string): void => {
    if (open) sink?.chunk(encoder.encode(text))
  }
  const end = (): void => {
    if (open) sink?.end()
    open = false
  }
  return {
    step: {
      stream: {
        start: receiver => {
          sink = receiver
          send(first)
        },
        pause: () => {},
        resume: () => {},
        cancel: () => {
          open = false
          cancelled = true
        },
      },
    },
    send,
    finish: () => {
      for (const chunk of rest) send(chunk)
      end()
    },
    end,
    fail: () => {
      if (open) sink?.fail(failure('invalid_upstream_reply', 'The reply broke off (cut).', { cause: 'cut' }))
      open = false
    },
    cancelled: () => cancelled,
  }
}
