// Records of requests as people read them, one line each.
import type { LogEntry } from '../../../schemas/generated/control-types.ts'
import { printable, printableSentence, withoutControlsDeep } from '../../diagnostics/mask.ts'
import type { Paint } from '../../diagnostics/pretty.ts'
import { formatBroken, formatCost, formatFailure, milliseconds } from '../../plan/request-path.ts'

export const paintStatus = (paint: Paint, status: number, text: string): string =>
  status >= 500 ? paint('error', text) : status >= 400 ? paint('warning', text) : text

/** One line: when, status, how long, what, where, tokens, cost, why it failed, and whether the client stayed. */
export function formatEntry(foreign: LogEntry, paint: Paint): string {
  const entry = withoutControlsDeep(foreign)
  const { created_at, status_code, latency, model, provider, target, total_tokens, cost } = entry
  const { error, message, client_left } = entry
  return [
    paint('quiet', created_at.slice(0, 19).replace('T', ' ')),
    paintStatus(paint, status_code, String(status_code)),
    milliseconds(latency).padStart(9),
    printable(`${entry.endpoint ?? entry.path} ${model ?? ''}`.trim()),
    provider === null ? '' : `→ ${provider}${target === null ? '' : ` (${target})`}`,
    total_tokens === null ? '' : `${total_tokens} tokens`,
    cost === null ? '' : formatCost(cost),
    error !== null
      ? paint('error', formatFailure(error, message))
      : message === null
        ? ''
        : paint('error', status_code >= 400 ? printableSentence(message) : formatBroken(message)),
    client_left ? paint('warning', 'the client left') : '',
    paint('quiet', printable(entry.trace_id)),
  ]
    .filter(part => part !== '')
    .join('  ')
}
