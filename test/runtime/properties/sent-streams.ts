// A provider's stream as bytes, and where its events are.
import type { Step } from '../../support/scripted-upstream.ts'
import { eventFrame } from '../streams/aws-event-bytes.ts'

const encoder = new TextEncoder()

export interface Sent {
  readonly headers: readonly string[]
  readonly bytes: Uint8Array
}

export function sentBy(step: Step): Sent {
  if (typeof step !== 'object' || 'fails' in step || 'stream' in step) throw new Error('It is no stream.')
  if ('events' in step)
    return {
      headers: ['content-type', 'text/event-stream'],
      bytes: Buffer.concat(step.events.map(each => (typeof each === 'string' ? encoder.encode(each) : each))),
    }
  return { headers: step.headers ?? [], bytes: step.bytes ?? encoder.encode(step.text ?? '') }
}

const framingOf = ({ headers }: Sent): 'events' | 'frames' | 'lines' =>
  headers.includes('application/x-ndjson')
    ? 'lines'
    : headers.includes('text/event-stream')
      ? 'events'
      : 'frames'

/** One event in the framing of the provider. */
export function eventOf(sent: Sent, data: string): Uint8Array {
  const framing = framingOf(sent)
  if (framing === 'frames') return eventFrame('contentBlockDelta', data)
  return encoder.encode(framing === 'lines' ? `${data}\n` : `data: ${data}\n\n`)
}

/** Offsets between events. */
export function boundariesOf(sent: Sent): readonly number[] {
  const { bytes } = sent
  const framing = framingOf(sent)
  const found = [0]
  if (framing === 'frames')
    for (let at = 0; at < bytes.length; ) {
      at += Buffer.from(bytes).readUInt32BE(at)
      found.push(at)
    }
  else
    for (let at = 0; at < bytes.length; at += 1)
      if (bytes[at] === 10 && (framing === 'lines' || bytes[at - 1] === 10)) found.push(at + 1)
  return found
}
