// Envelopes with a mistake that is easily made: the test of the envelope must detect every one.
import { analyseEnvelope, type Envelope, type EnvelopeContext } from '../../compiler/analyse/envelope.ts'
import { rewritePlan } from '../../compiler/plan/rewrite-plan.ts'
import type { CallNode, Plan, PlanNode } from '../../schemas/generated/types.ts'

export interface BrokenEnvelope {
  readonly title: string
  readonly analyse: (plan: Plan, context: EnvelopeContext) => Envelope
}

const ofChanged =
  (change: (node: PlanNode) => PlanNode): BrokenEnvelope['analyse'] =>
  (plan, context) =>
    analyseEnvelope(rewritePlan(plan, change), context)

const onCalls = (change: (call: CallNode) => CallNode): BrokenEnvelope['analyse'] =>
  ofChanged(node => (node.kind === 'call' ? change(node) : node))

export const brokenEnvelopes: readonly BrokenEnvelope[] = [
  {
    title: 'forgets retries',
    analyse: onCalls(call => ({ ...call, attempt: { ...call.attempt, retries: 0 } })),
  },
  {
    title: 'takes a fallback for one call of the worst of its targets',
    analyse: ofChanged(node =>
      node.kind === 'fallback'
        ? { kind: 'conditional', children: node.children, steps: [], otherwise: 0 }
        : node,
    ),
  },
  {
    title: 'adds up the targets of a load balancer',
    analyse: ofChanged(node =>
      node.kind === 'loadbalance'
        ? { kind: 'fallback', children: node.children, onStatus: [[500, 500]] }
        : node,
    ),
  },
  {
    title: 'counts one timeout for all attempts',
    analyse: onCalls(call => ({
      ...call,
      attempt: { ...call.attempt, timeout: (call.attempt.timeout ?? 600_000) / (call.attempt.retries + 1) },
    })),
  },
  {
    title: 'forgets the limit of the gateway where a target has no timeout',
    analyse: (plan, { gateway, ...context }) =>
      analyseEnvelope(plan, {
        ...context,
        gateway: { ...gateway, limits: { ...gateway.limits, request_timeout: 0 } },
      }),
  },
]
