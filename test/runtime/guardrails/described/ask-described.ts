// Runs a check definition with scripted responses, and records the requests.
import type { Finding, ServiceRequest, Subject } from '../../../../runtime/guardrails/check.ts'
import type { DescribedRequest } from '../../../../runtime/guardrails/described/description.ts'
import { linkDescribed } from '../../../../runtime/guardrails/described/link-described.ts'
import { SUBJECT } from '../checks/judge-with.ts'
import { type Answer, answering } from '../checks/scripted-service.ts'

export interface Asked {
  readonly finding: Finding
  readonly asked: readonly ServiceRequest[]
}

export async function askDescribed(
  description: Partial<DescribedRequest>,
  subject: Partial<Subject>,
  script: readonly Answer[] = [{}],
  parameters: object = {},
  credentials: Readonly<Record<string, string>> = {},
): Promise<Asked> {
  const { ports, asked } = answering(script)
  const judge = linkDescribed({
    service: 'The service',
    address: 'https://service.example/v1',
    reading: { flags: [] },
    ...description,
  }).link(parameters, {
    credential: name => (Object.hasOwn(credentials, name) ? credentials[name] : undefined),
    hash: () => 'hash',
    keyedHash: () => new Uint8Array(),
  })
  return { finding: await judge({ ...SUBJECT, ...subject }, ports), asked }
}
