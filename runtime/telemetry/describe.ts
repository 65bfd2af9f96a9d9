// What came of a call, and what went wrong inside the gateway, as fields of a log line.
import type { Outcome } from '../gateway.ts'
import type { RequestRecord } from './request-record.ts'

/** Names of models come from clients and may be as long as a body. */
const LONGEST_MODEL = 128

export function describeOutcome({ reply, config, model, stream, record }: Outcome): Partial<RequestRecord> {
  return {
    ...(config === undefined ? {} : { config }),
    ...(reply.at === undefined ? {} : { at: reply.at, retries: reply.retries }),
    ...(reply.provider === undefined ? {} : { provider: reply.provider }),
    ...(model === undefined ? {} : { model: model.slice(0, LONGEST_MODEL) }),
    ...(stream ? { stream: true } : {}),
    ...(reply.cache === undefined ? {} : { cache: reply.cache }),
    ...(record.attempts.length === 0 ? {} : { attempts: record.attempts }),
    ...(record.usage === undefined ? {} : { usage: record.usage }),
    ...(record.broken === undefined ? {} : { broken: record.broken }),
  }
}

/** Only the frames: the message of an unexpected error may hold anything. */
export const describeBug = (bug: unknown, trace: string): object => ({
  level: 'error',
  trace,
  message: 'A bug of the gateway.',
  stack: bug instanceof Error ? `${bug.name}\n${framesOf(bug)}` : typeof bug,
})

const framesOf = ({ stack }: Error): string =>
  (stack ?? '')
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .slice(0, 8)
    .join('\n')
