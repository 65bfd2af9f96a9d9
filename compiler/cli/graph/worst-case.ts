// What a request takes at worst, as lines of a picture.

import { pluralize } from '../../../schemas/values/format-names.ts'
import type { Envelope } from '../../analyse/envelope.ts'
import { formatBound, formatDollars, formatMilliseconds } from '../../validate/reporting/format-bound.ts'

export const worstCase = ({ calls, time, firstContent, cost }: Envelope): readonly string[] => [
  `At worst a request makes ${pluralize(calls, 'call')} of targets. The whole reply takes ${formatBound(time, formatMilliseconds, 'a time without bound')}; the first content of a stream ${formatBound(firstContent, formatMilliseconds, 'a time without bound')}.`,
  `Cost at list prices: ${formatBound(cost, formatDollars, 'not decided')}.`,
]
