// A stream in the OpenAI schema: one head, roles and finish reasons once, usage at the end and only when requested.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, asText, isObject, parseJson } from '../../../schemas/values/json.ts'
import type { AdapterContext, StreamMapper, StreamStep, VendorError } from '../../values/adapter.ts'
import { usageChunk } from '../../wire/chat.ts'
import { streamTruncatedError, vendorError } from '../../wire/error.ts'
import { mergeUsage } from '../../wire/usage.ts'
import { extraFields } from './extra-fields.ts'
import { type ChoiceNormalizer, createChoiceNormalizer } from './normalize-delta.ts'
import { normalizeUsage } from './normalize-usage.ts'

export function normalizeStream(context: AdapterContext): StreamMapper {
  const choices = new Map<number, ChoiceNormalizer>()
  let head: { readonly id: string; readonly created: number; readonly model: string } | undefined
  let usage: JsonObject | undefined
  let over = false

  const headOf = ({ id, created, model }: JsonObject): NonNullable<typeof head> => ({
    id: asText(id) || `chatcmpl-${context.identifier}`,
    created: typeof created === 'number' && created > 0 ? created : context.now,
    model: asText(model) || context.model,
  })
  const chunkOf = (list: readonly JsonObject[], extra: JsonObject = {}): StreamStep => ({
    chunk: { ...extra, ...(head ?? headOf({})), object: 'chat.completion.chunk', choices: list },
  })
  const normalizerFor = (index: number): ChoiceNormalizer => {
    const known = choices.get(index)
    if (known !== undefined) return known
    const normalizer = createChoiceNormalizer(index, call => `call_${context.identifier}_${index}_${call}`)
    choices.set(index, normalizer)
    return normalizer
  }
  /** Every choice has its finish reason, or the reply is not whole. */
  const finish = (): readonly StreamStep[] => {
    const all = [...choices.values()]
    if (all.length === 0 || !all.every(normalizer => normalizer.finished())) return fail(streamTruncatedError)
    over = true
    const counted =
      context.includeUsage && usage !== undefined
        ? [{ chunk: usageChunk(head ?? headOf({}), normalizeUsage(usage)) }]
        : []
    return [...counted, 'done']
  }
  /** What the end of a provider that sends no finish reasons means. */
  const close = (): readonly StreamStep[] =>
    context.quirks?.includes('no-finish-reason') === true
      ? [...choices.values()].flatMap(normalizer => normalizer.close()).map(choice => chunkOf([choice]))
      : []
  const fail = (error: VendorError): readonly StreamStep[] => {
    over = true
    return [{ error }]
  }
  const take = (value: JsonObject): readonly StreamStep[] => {
    const { choices: list, usage: counted, id: _i, created: _c, model: _m, object: _o, ...others } = value
    const extra = extraFields(others, context.strict)
    head ??= headOf(value)
    if (isObject(counted)) usage = mergeUsage(usage, counted)
    return asList(list)
      .filter(isObject)
      .flatMap((choice, position) => {
        const { index } = choice
        return normalizerFor(typeof index === 'number' ? index : position).normalize(choice)
      })
      .map((choice, position) => chunkOf([choice], position === 0 ? extra : {}))
  }
  return {
    event: ({ event, data }) => {
      if (over) return []
      if (data === '[DONE]') return [...close(), ...finish()]
      const value = parseJson(data)
      if (event === 'error') return fail(vendorError(value ?? data, 502))
      if (!isObject(value)) return []
      const { error = null } = value
      return error !== null ? fail(vendorError(value, 502)) : take(value)
    },
    end: () => (over ? [] : finish()),
  }
}
