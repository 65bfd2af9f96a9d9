// What makes a fallback move on and a target be tried again: statuses, and kinds of errors whatever their status.
import type { ErrorKind, FallbackNode } from '../../schemas/generated/types.ts'
import { formatStatusSet, hasStatus, sameStatuses } from './status-set.ts'

export type Trigger = Pick<FallbackNode, 'onStatus' | 'onErrors'>

/** Whether a reply with this status and error triggers. */
export const isTriggeredBy = (
  { onStatus, onErrors }: Trigger,
  status: number,
  error: ErrorKind | undefined,
): boolean => hasStatus(onStatus, status) || (error !== undefined && onErrors?.includes(error) === true)

/** Whether no reply triggers. */
export const neverTriggers = ({ onStatus, onErrors }: Trigger): boolean =>
  onStatus.length === 0 && onErrors === undefined

export const sameTriggers = (left: Trigger, right: Trigger): boolean =>
  sameStatuses(left.onStatus, right.onStatus) && String(left.onErrors ?? '') === String(right.onErrors ?? '')

/** `429, 503, context_length`; `no status` if there is none. */
export const formatTrigger = ({ onStatus, onErrors }: Trigger): string =>
  onErrors === undefined
    ? formatStatusSet(onStatus)
    : [...(onStatus.length === 0 ? [] : [formatStatusSet(onStatus)]), ...onErrors].join(', ')
