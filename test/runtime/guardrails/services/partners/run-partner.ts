// Runs a partner check like a plan: lowered by the compiler, so that parameters have defaults and credentials are bound to
// origins; then linked, with scripted responses.
import { createHash, createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { lowerCheck } from '../../../../../compiler/lower/check.ts'
import type { CheckInput, CheckResult, ServiceRequest } from '../../../../../runtime/guardrails/check.ts'
import { loadAllChecks } from '../../../../../runtime/guardrails/checks/registry.ts'
import { isFailure } from '../../../../../runtime/values/failures.ts'
import type { CheckId } from '../../../../../schemas/generated/checks.ts'
import type { JsonObject } from '../../../../../schemas/values/json.ts'
import { tinyCatalog } from '../../../../support/tiny-catalog.ts'
import { EMPTY_INPUT } from '../../checks/evaluate-with.ts'
import { type Answer, answering } from '../../checks/scripted-service.ts'

const builtInChecks = await loadAllChecks()

export interface PartnerRun {
  readonly result: CheckResult
  readonly requests: readonly ServiceRequest[]
}

const hash = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')
const keyedHash = (key: string | Uint8Array, text: string): Uint8Array =>
  createHmac('sha256', key).update(text).digest()

/** The credential of a parameter with a reference: `key of apiKey`. Service accounts are JSON. */
const keyOf = (name: string): string =>
  name === 'serviceAccountJson'
    ? JSON.stringify({ client_email: 'robot@mine', private_key: `key of ${name} PRIVATE KEY-----` })
    : `key of ${name}`

/** `parameters` as in a config, with credentials as references. */
export async function runPartner(
  id: CheckId,
  parameters: object,
  subject: Partial<CheckInput>,
  script: readonly Answer[] = [{}],
): Promise<PartnerRun> {
  const facts = tinyCatalog.check(id)
  expect([facts?.validate(parameters), facts?.validate.errors ?? []]).toEqual([true, []])
  const lowered = lowerCheck(id, parameters as JsonObject, tinyCatalog, 'file', 'never')
  const { ports, requests } = answering(script, () => Date.parse('2026-01-02T03:04:05.678Z'))
  const evaluate = builtInChecks.get(id)?.link(lowered.parameters as JsonObject, {
    credential: name => (Object.hasOwn(lowered.credentials, name) ? keyOf(name) : undefined),
    hash,
    keyedHash,
    accessToken: async describe => {
      const request = describe({ now: ports.now(), hash, keyedHash, signRsa: () => new Uint8Array() })
      return isFailure(request) ? request : `token of ${request.origin}`
    },
  })
  if (evaluate === undefined) throw new Error(`There is no check ${id}.`)
  const finding = await evaluate({ ...EMPTY_INPUT, ...subject }, ports)
  for (const { url } of requests)
    for (const { origins } of Object.values(lowered.credentials))
      expect(origins).toEqual([new URL(url).origin])
  return { result: finding, requests }
}

/** The header of a request by its lower-case name. */
export function headerOf(request: ServiceRequest | undefined, name: string): string | undefined {
  const at = request?.headers.indexOf(name) ?? -1
  return at < 0 || at % 2 === 1 ? undefined : request?.headers[at + 1]
}
