// Runs a resource operation without a gateway: each request is answered by a function.

import type { Failure } from '../../../runtime/values/failures.ts'
import type {
  OperationContext,
  OperationReply,
  OperationRun,
  ResourceRequest,
  StepRequest,
  StepResponse,
} from '../../../runtime/values/resource-operation.ts'

export const CONTEXT: OperationContext = {
  settings: {
    cloud1_region: 'eu-west-1',
    cloud1_s3_bucket: 'my-bucket',
    cloud1_role_arn: 'arn:aws:iam::123456789012:role/batches',
    cloud3_region: 'europe-west4',
    cloud3_project_id: 'project',
    cloud3_gcs_bucket: 'my-bucket',
  },
  defaults: { max_tokens: 4096 },
  rejectsUnsupported: false,
  now: 1_700_000_000,
  identifier: '0123456789abcdef0123456789abcdef',
}

export const request = (more: Partial<ResourceRequest> = {}): ResourceRequest => ({
  id: '',
  after: undefined,
  limit: 20,
  body: {},
  upload: undefined,
  ...more,
})

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** An answer as the driver gives it: text that may be JSON. */
export function answerOf(text: string, status = 200, headers: readonly string[] = []): StepResponse {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  return { status, headers, bytes: bytesOf(text), json }
}

export interface OperationOutcome {
  readonly requests: readonly StepRequest[]
  /** Undefined for a conversation that did not end within the turns that the driver allows. */
  readonly result: OperationReply | Failure | undefined
}

export function runOperation(
  conversation: OperationRun,
  answer: (ask: StepRequest, turn: number) => StepResponse,
): OperationOutcome {
  const asked: StepRequest[] = []
  let step = conversation.next()
  while (!step.done) {
    if (asked.length === 200) return { requests: asked, result: undefined }
    asked.push(step.value)
    step = conversation.next(answer(step.value, asked.length - 1))
  }
  return { requests: asked, result: step.value }
}
