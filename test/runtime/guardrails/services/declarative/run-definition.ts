// Runs a check definition with scripted responses, and records the requests.
import type { CheckInput, CheckResult, ServiceRequest } from '../../../../../runtime/guardrails/check.ts'
import type { CheckDefinition } from '../../../../../runtime/guardrails/services/declarative/definition.ts'
import { linkDefinition } from '../../../../../runtime/guardrails/services/declarative/link-definition.ts'
import type { AuthenticationContext } from '../../../../../runtime/values/authentication.ts'
import { isFailure } from '../../../../../runtime/values/failures.ts'
import { EMPTY_INPUT } from '../../checks/evaluate-with.ts'
import { type Answer, answering } from '../../checks/scripted-service.ts'

export interface DefinitionRun {
  readonly result: CheckResult
  readonly requests: readonly ServiceRequest[]
}

/** Signs nothing. */
const AUTHENTICATION: Omit<AuthenticationContext, 'now'> = {
  hash: () => 'hash',
  keyedHash: () => new Uint8Array(),
  signRsa: () => new Uint8Array(),
}

export async function runDefinition(
  definition: Partial<CheckDefinition>,
  subject: Partial<CheckInput>,
  script: readonly Answer[] = [{}],
  parameters: object = {},
  credentials: Readonly<Record<string, string>> = {},
): Promise<DefinitionRun> {
  const { ports, requests } = answering(script)
  const evaluate = linkDefinition({
    service: 'The service',
    address: 'https://service.example/v1',
    response: { flags: [] },
    ...definition,
  }).link(parameters, {
    credential: name => (Object.hasOwn(credentials, name) ? credentials[name] : undefined),
    hash: () => 'hash',
    keyedHash: () => new Uint8Array(),
    accessToken: async describe => {
      const request = describe({ ...AUTHENTICATION, now: ports.now() })
      return isFailure(request) ? request : `token by ${request.key}`
    },
  })
  return { result: await evaluate({ ...EMPTY_INPUT, ...subject }, ports), requests }
}
