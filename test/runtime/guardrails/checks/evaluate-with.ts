// Runs a check like a linked plan: parameters validated by its schema, defaults filled in, scripted ports.
import { expect } from 'vitest'
import { withDefaults } from '../../../../compiler/lower/parameter-defaults.ts'
import type {
  CheckContext,
  CheckInput,
  CheckPorts,
  CheckResult,
  ServiceReply,
} from '../../../../runtime/guardrails/check.ts'
import { loadAllChecks } from '../../../../runtime/guardrails/checks/registry.ts'
import { EMPTY_INPUT } from '../../../../runtime/guardrails/custom/test-check.ts'
import { checkValidators } from '../../../../schemas/generated/check-validators.js'
import { type CheckId, checkDeclarations } from '../../../../schemas/generated/checks.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'

const builtInChecks = await loadAllChecks()

export { EMPTY_INPUT }

const REPLY: ServiceReply = { status: 200, headers: [], bytes: new Uint8Array(), json: () => undefined }

export const PORTS: CheckPorts = {
  callService: async () => REPLY,
  callModel: async () => {
    throw new Error('No model is asked.')
  },
  now: () => 0,
  monotonic: () => 0,
  nextTurn: async () => {},
}

/** Parameters as in a config, and the input: texts, or parts of a check input. */
export function evaluateWith(
  id: CheckId,
  parameters: object,
  input: readonly string[] | Partial<CheckInput>,
  ports: Partial<CheckPorts> = {},
  context: Partial<CheckContext> = {},
): CheckResult | Promise<CheckResult> {
  const schema = checkDeclarations.find(each => each.id === id)?.parameters ?? {}
  const written = withDefaults(parameters as JsonObject, schema)
  const validate = checkValidators[id]
  expect([validate(written), validate.errors ?? []]).toEqual([true, []])
  const evaluate = builtInChecks.get(id)?.link(written, {
    credential: () => undefined,
    hash: () => '',
    keyedHash: () => new Uint8Array(),
    accessToken: async () => 'token',
    ...context,
  })
  if (evaluate === undefined) throw new Error(`There is no check ${id}.`)
  const checkInput = Array.isArray(input) ? { texts: input as readonly string[] } : input
  return evaluate({ ...EMPTY_INPUT, ...checkInput }, { ...PORTS, ...ports })
}
