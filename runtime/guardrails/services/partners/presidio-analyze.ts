// Presidio: `POST /analyze` of an analyzer returns ranges with types and scores, in code points of Python. One text
// per request. It also finds names and addresses, which have no pattern; what it found is replaced here, so no
// anonymizer is called.
import type { CheckParameters } from '../../../../schemas/generated/checks.ts'
import { pluralize } from '../../../../schemas/values/format-names.ts'
import { isList, isObject, type Json, present } from '../../../../schemas/values/json.ts'
import { atOnce } from '../../../values/turns.ts'
import type { Check, CheckPorts, TextReplacement } from '../../check.ts'
import { NO_TEXT_RESULT } from '../../on-text.ts'
import { createPlaceholders, textsWithPlaceholders } from '../../replacing/placeholders.ts'
import { isJsonText, replaceRanges } from '../../replacing/replace-ranges.ts'
import { checkError, limitExceeded } from '../../result.ts'
import { callServiceForJson, type ServiceError } from '../call-service.ts'

const SERVICE = 'Presidio'

/** Code units of a text, and texts of an evaluation; Presidio documents no limits. */
const MAX_LENGTH = 100_000
const MAX_TEXTS = 100

const ENTITY = /^[A-Z][A-Z0-9_]{0,59}$/

export const presidioAnalyze: Check<CheckParameters['presidio.analyze']> = {
  link: ({ customHost, language, entities, scoreThreshold, redact }, { credential }) => {
    const apiKey = credential('apiKey')
    const headers = apiKey === undefined ? [] : ['authorization', `Bearer ${apiKey}`]
    const url = `${customHost.replace(/\/$/, '')}/analyze`

    async function analyze(
      text: string,
      ports: Pick<CheckPorts, 'callService'>,
    ): Promise<readonly TextReplacement[] | ServiceError> {
      const body = present({ text, language, entities, score_threshold: scoreThreshold })
      const response = await callServiceForJson(SERVICE, { method: 'POST', url, headers, body }, ports)
      if ('fault' in response) return response
      const found = readFindings(response.json as Json, text)
      return found ?? { fault: `${SERVICE} returned no list of findings.` }
    }

    return async (input, ports) => {
      const { texts } = input
      if (texts.length === 0) return NO_TEXT_RESULT
      if (texts.length > MAX_TEXTS || texts.some(text => text.length > MAX_LENGTH))
        return limitExceeded(`${SERVICE} gets at most ${MAX_TEXTS} strings of ${MAX_LENGTH} characters.`)
      const placeholderFor = createPlaceholders(() => textsWithPlaceholders(input))
      const counts = new Map<string, number>()
      const replaced: string[] = []
      for (const text of texts) {
        const found = text.trim() === '' ? [] : await analyze(text, ports)
        if ('fault' in found) return checkError(found.fault)
        for (const { kind } of found) counts.set(kind, (counts.get(kind) ?? 0) + 1)
        if (redact) replaced.push(atOnce(replaceRanges(text, found, isJsonText(text), placeholderFor)).text)
      }
      const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
      if (total === 0) return { passed: true, reason: `${SERVICE} found no personal information.` }
      const findings = `${pluralize(total, 'personal detail')}: ${[...counts.keys()].sort().join(', ')}`
      const facts = Object.fromEntries([...counts].sort())
      return redact
        ? { passed: true, reason: `${SERVICE} found ${findings}; replaced.`, facts, texts: replaced }
        : { passed: false, reason: `${SERVICE} found ${findings}.`, facts }
    }
  },
}

/** The findings in order and without overlaps, in code units; undefined for what is not a list of findings. */
function readFindings(json: Json, text: string): readonly TextReplacement[] | undefined {
  if (!isList(json)) return undefined
  const characters = Array.from(text)
  const offsets = [0]
  for (const character of characters) offsets.push((offsets.at(-1) ?? 0) + character.length)
  const found: TextReplacement[] = []
  for (const finding of json) {
    if (!isObject(finding)) return undefined
    const { entity_type: kind, start, end } = finding
    if (typeof kind !== 'string' || !ENTITY.test(kind)) return undefined
    const range = [start, end].map(index => (typeof index === 'number' ? offsets[index] : undefined))
    const [from, to] = range
    if (from === undefined || to === undefined || from >= to) return undefined
    found.push({ kind, start: from, end: to })
  }
  const sorted = found.sort((a, b) => a.start - b.start || b.end - a.end)
  let next = 0
  return sorted.filter(({ start, end }) => {
    if (start < next) return false
    next = end
    return true
  })
}
