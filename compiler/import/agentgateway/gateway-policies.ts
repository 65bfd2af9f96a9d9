// Policies of agentgateway that the manifest has: keys of clients, web pages, rates.

import { asList, asObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { byForeignName } from '../foreign-names.ts'
import { variableOf } from '../foreign-references.ts'
import { type ImportContext, numberIn } from '../import-context.ts'
import { type ProjectDraft, uniqueName } from '../project-draft.ts'

/** Keys with which clients call, as hashes. */
export function addClientKeys(
  context: ImportContext,
  value: Json | undefined,
  at: Pointer,
  draft: ProjectDraft,
): void {
  for (const [index, item] of asList(asObject(value)['keys']).entries()) {
    const { key, keyHash, metadata } = asObject(item)
    const place = childPointer(childPointer(at, 'keys'), index)
    const keys = asList(draft.manifest['api_keys'])
    const wanted = asObject(metadata)['name'] ?? asObject(metadata)['user']
    const id = uniqueName(typeof wanted === 'string' ? wanted : `key-${index + 1}`, taken =>
      keys.some(known => asObject(known)['id'] === taken),
    )
    const hash = hashOf(context, key, keyHash, place, id)
    if (hash !== undefined) draft.manifest['api_keys'] = [...keys, { id, hash }]
  }
}

function hashOf(
  context: ImportContext,
  key: Json | undefined,
  keyHash: Json | undefined,
  at: Pointer,
  id: string,
): string | undefined {
  if (typeof keyHash === 'string' && /^sha256:[0-9a-f]{64}$/.test(keyHash)) return keyHash
  const variable = variableOf(key)
  const known = variable === undefined ? key : context.environment[variable]
  if (typeof known === 'string' && known !== '' && !/^<.*>$/.test(known)) {
    if (variable === undefined)
      context.report(
        'import-literal-key',
        childPointer(at, 'key'),
        'The key in clear text was not copied, only its hash was. Clients may go on using it; replace it, since it is in a file: portolan key NAME.',
      )
    return `sha256:${context.hash(known)}`
  }
  context.report(
    'import-needs-value',
    at,
    `The key "${id}" is not known, so its hash could not be written. Create one with "portolan key NAME", which prints the line for api_keys.`,
  )
  return undefined
}

/** Web pages that may call the gateway, of every place that lists some. */
export function addOrigins(
  context: ImportContext,
  value: Json | undefined,
  at: Pointer,
  draft: ProjectDraft,
): void {
  const { manifest } = draft
  const written = asList(asObject(value)['allowOrigins'])
  if (written.length === 0) return
  const known = written.filter(origin => /^[A-Za-z][\w+.-]*:\/\/[^\s/?#@*]+$/.test(String(origin)))
  const listen = asObject(manifest['listen'])
  const origins = asList(asObject(listen['cors'])['origins'])
  const all = [...new Set([...origins, ...known])]
  if (all.length > 0) manifest['listen'] = { ...listen, cors: { origins: all } }
  if (known.length < written.length)
    context.report(
      'import-not-expressible',
      childPointer(at, 'allowOrigins'),
      'Web pages of every origin may call only a gateway with api_keys: listen.cors of the manifest lists the origins.',
    )
}

const SECONDS: Readonly<Record<string, number>> = byForeignName({
  s: 1,
  second: 1,
  m: 60,
  minute: 60,
  h: 3600,
  hour: 3600,
  d: 86_400,
  day: 86_400,
})

/** Buckets of requests or tokens as windows of time, for the calls that the conditions select. */
export function addRates(
  context: ImportContext,
  value: Json | undefined,
  at: Pointer,
  { manifest }: ProjectDraft,
  name: string,
  conditions: readonly JsonObject[],
): void {
  for (const [index, item] of asList(value).entries()) {
    const { tokensPerFill, maxTokens, fillInterval, limit, unit, type } = asObject(item)
    const amount = numberIn(limit ?? tokensPerFill ?? maxTokens)
    const [, count = '1', word = ''] =
      /^(\d+)?\s*([a-z]+?)s?$/i.exec(String(unit ?? fillInterval ?? '').replace(/^s$/, '1second')) ?? []
    const seconds = Number(count) * (SECONDS[word.toLowerCase()] ?? 0)
    const place = childPointer(at, index)
    if (amount === undefined || seconds === 0) {
      context.report('import-not-expressible', place, 'The rate has no amount or interval, and was left out.')
      continue
    }
    const perMinute = seconds <= 60
    const window = perMinute ? 60 : seconds <= 3600 ? 3600 : 86_400
    context.report(
      'import-approximated',
      place,
      'A bucket that is filled in steps became a sliding window with as many in all.',
    )
    const policies = asObject(manifest['policies'])
    const rates = asList(policies['rate_limits'])
    manifest['policies'] = {
      ...policies,
      rate_limits: [
        ...rates,
        {
          name: uniqueName(name, taken => rates.some(rate => asObject(rate)['name'] === taken)),
          type: type === 'tokens' ? 'tokens' : 'requests',
          unit: perMinute ? 'rpm' : window === 3600 ? 'rph' : 'rpd',
          value: Math.max(1, Math.round((amount * window) / seconds)),
          ...(conditions.length > 0 && { conditions }),
          uncounted: 'allow',
        },
      ],
    }
  }
}

/** `30s`, `1m`, `500ms` in milliseconds. */
export function millisecondsOf(value: Json | undefined): number | undefined {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(String(value)) ?? []
  const factor = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[unit]
  return count === undefined || factor === undefined
    ? undefined
    : Math.min(3_600_000, Math.max(1, Math.round(Number(count) * factor)))
}
