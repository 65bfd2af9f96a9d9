// Runs a check like a linked plan: parameters validated by its schema, defaults filled in, scripted ports.
import { expect } from 'vitest'
import { withDefaults } from '../../../../compiler/lower/parameter-defaults.ts'
import type { JsonObject } from '../../../../compiler/source.ts'
import type {
  CheckContext,
  CheckPorts,
  Finding,
  ServiceReply,
  Subject,
} from '../../../../runtime/guardrails/check.ts'
import { SUBJECT } from '../../../../runtime/guardrails/own/try-check.ts'
import { checks } from '../../../../runtime/guardrails/registry.ts'
import { checkValidators } from '../../../../schemas/generated/check-validators.js'
import { type CheckId, checkDeclarations } from '../../../../schemas/generated/checks.ts'

export { SUBJECT }

const REPLY: ServiceReply = { status: 200, headers: [], bytes: new Uint8Array(), json: () => undefined }

export const PORTS: CheckPorts = {
  ask: async () => REPLY,
  model: async () => {
    throw new Error('No model is asked.')
  },
  now: () => 0,
}

/** Parameters as in a config, and the input: texts, or parts of a check input. */
export function judgeWith(
  id: CheckId,
  parameters: object,
  judged: readonly string[] | Partial<Subject>,
  ports: Partial<CheckPorts> = {},
  context: Partial<CheckContext> = {},
): Finding | Promise<Finding> {
  const schema = checkDeclarations.find(each => each.id === id)?.parameters ?? {}
  const written = withDefaults(parameters as JsonObject, schema)
  const validate = checkValidators[id]
  expect([validate(written), validate.errors ?? []]).toEqual([true, []])
  const judge = checks[id]?.link(written, {
    credential: () => undefined,
    hash: () => '',
    keyedHash: () => new Uint8Array(),
    ...context,
  })
  if (judge === undefined) throw new Error(`There is no check ${id}.`)
  const subject = Array.isArray(judged) ? { texts: judged as readonly string[] } : judged
  return judge({ ...SUBJECT, ...subject }, { ...PORTS, ...ports })
}
