// A stream in the OpenAI schema: one head, roles and finish reasons once, usage at the end and only when requested.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { AdapterContext, StreamMapper, StreamStep } from '../adapter.ts'
import { usageChunk } from '../wire/chat.ts'
import { cutStream, vendorError } from '../wire/error.ts'
import { asList, asText, isObject, parseJson } from '../wire/json.ts'
import { extrasOf } from './extras.ts'
import { type ChoiceMender, mendDeltas } from './mend-delta.ts'
import { mendUsage } from './mend-usage.ts'

export function mendStream(context: AdapterContext): StreamMapper {
  const choices = new Map<number, ChoiceMender>()
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
  const menderOf = (index: number): ChoiceMender => {
    const known = choices.get(index)
    if (known !== undefined) return known
    const mender = mendDeltas(index, call => `call_${context.identifier}_${index}_${call}`)
    choices.set(index, mender)
    return mender
  }
  const finish = (): readonly StreamStep[] => {
    over = true
    const owed = [...choices.values()].flatMap(mender => mender.close()).map(choice => chunkOf([choice]))
    const counted =
      context.includeUsage && usage !== undefined ? [{ chunk: usageChunk(head ?? headOf({}), usage) }] : []
    return [...owed, ...counted, 'done']
  }
  const fail = (body: Json): readonly StreamStep[] => {
    over = true
    return [{ error: vendorError(body, 502) }]
  }
  const take = (value: JsonObject): readonly StreamStep[] => {
    const { choices: list, usage: counted, id: _i, created: _c, model: _m, object: _o, ...others } = value
    const extra = extrasOf(others, context.strict)
    head ??= headOf(value)
    if (isObject(counted)) usage = mendUsage(counted)
    return asList(list)
      .filter(isObject)
      .flatMap((choice, place) => {
        const { index } = choice
        return menderOf(typeof index === 'number' ? index : place).mend(choice)
      })
      .map((choice, place) => chunkOf([choice], place === 0 ? extra : {}))
  }
  return {
    event: ({ event, data }) => {
      if (over) return []
      if (data === '[DONE]') return finish()
      const value = parseJson(data)
      if (event === 'error') return fail(value ?? data)
      if (!isObject(value)) return []
      const { error = null } = value
      return error !== null ? fail(value) : take(value)
    },
    end: () => {
      if (over) return []
      const whole = choices.size > 0 && [...choices.values()].every(mender => mender.finished())
      if (whole) return finish()
      over = true
      return [{ error: cutStream }]
    },
  }
}
