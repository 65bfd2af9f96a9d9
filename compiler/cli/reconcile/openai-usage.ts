// A result of OpenAI's usage and cost APIs; the rows of the dashboard's CSV have the same names.
// developers.openai.com/api/docs/api-reference/usage; columns of an export of cost: github.com/wanlonghenry/aiecon,
// examples/openai_dashboard_cost_to_aiecon.py, 2026-12-01
import { asCount, asObject, asText, type JsonObject } from '../../../schemas/values/json.ts'
import { decimal } from './billed-amount.ts'
import type { BilledRow, UsageKind } from './usage-row.ts'

const KINDS: ReadonlySet<string> = new Set<UsageKind>([
  'completions',
  'embeddings',
  'moderations',
  'images',
  'audio_speeches',
  'audio_transcriptions',
])

const isKind = (kind: string): kind is UsageKind => KINDS.has(kind)

/** Undefined for what has neither requests nor an amount, such as the bytes of a vector store. */
export function fromOpenAi(result: JsonObject): Omit<BilledRow, 'day'> | undefined {
  const named = { model: asText(result['model']), credential: asText(result['api_key_id']) }
  const amount = asObject(result['amount'])['value']
  if (amount !== undefined) return { ...named, ...itemOf(result), cost: decimal(String(amount), 9) }
  const requests = asCount(result['num_model_requests'])
  if (requests === undefined) return undefined
  const kind = /^organization\.usage\.(\w+)\.result$/.exec(asText(result['object']) ?? '')?.[1] ?? ''
  const input = asCount(result['input_tokens'])
  return {
    ...named,
    ...(isKind(kind) && { kind }),
    requests,
    ...(input !== undefined && {
      input,
      cached: asCount(result['input_cached_tokens']) ?? 0,
      output: asCount(result['output_tokens']) ?? 0,
    }),
  }
}

/** `gpt-4o-2024-08-06, input` names a model and what was counted; anything else is a fee. */
function itemOf(result: JsonObject): Pick<BilledRow, 'model' | 'fee'> {
  const item = asText(result['line_item'])
  if (item === undefined || item === '') return {}
  const [model, counted] = item.split(', ')
  return counted === undefined ? { fee: item } : { model }
}
