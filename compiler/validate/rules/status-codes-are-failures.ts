// Status code lists of fallbacks, retries and circuit breakers contain failures, a fallback list is not empty, and the lists of a retry
// have what another call may not get.

import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { type ConfigNode, hasProperty, isLeaf, numberProperty } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { type RuleContext, strategyMode } from '../nodes/rule-context.ts'
import { listedKinds } from '../nodes/trigger-lists.ts'
import type { ReportAt } from '../reporting/report.ts'
import { isJsonArray, ownProperty } from '../values/json-values.ts'

const isSuccess = (code: unknown): boolean => typeof code === 'number' && code >= 200 && code < 300

/** A guardrail failed without denying; acting on this status is legitimate. */
const GUARDRAIL_FAILED_STATUS = 246

/** The provider has read the request and refuses it: the same request gets the same reply. */
export const REFUSALS: Readonly<Record<number, string>> = {
  400: 'the request is malformed',
  401: 'the credential is not valid',
  402: 'the account has no credit',
  403: 'the credential may not do this',
  404: 'the model or path does not exist',
  405: 'the method is not allowed',
  413: 'the request is too large',
  415: 'the content type is not supported',
  422: 'the request is not valid',
}

/** Kinds of errors that another call gets too. */
const REFUSED_KINDS: Readonly<Record<string, string>> = {
  context_length: 'the request is longer than the model reads',
  content_filter: 'the provider filters its content',
  auth: 'the credential is not valid',
  invalid_request: 'the request is not valid',
}

function statusCodeHolders(node: ConfigNode): readonly (readonly [string, JsonObject])[] {
  const strategy = ownProperty(node.value, 'strategy')
  const holders = [
    [node.pointer, node.value],
    [childPointer(node.pointer, 'strategy'), strategy],
    [childPointer(node.pointer, 'retry'), ownProperty(node.value, 'retry')],
  ] as const
  return holders.flatMap(([pointer, value]) =>
    typeof value === 'object' && value !== null && !isJsonArray(value)
      ? [[childPointer(pointer, 'on_status_codes'), value as JsonObject] as const]
      : [],
  )
}

export const statusCodesAreFailures: Rule = (context, report) => {
  for (const node of context.nodes) {
    const fallback = strategyMode(context, node) === 'fallback'
    reportKinds(node, report)
    for (const [at, holder] of statusCodeHolders(node)) {
      const codes = ownProperty(holder, 'on_status_codes')
      const inRetry = at.endsWith('/retry/on_status_codes')
      if (!isJsonArray(codes) || !(fallback || inRetry)) continue
      const hasKinds = listedKinds(inRetry ? holder : ownProperty(node.value, 'strategy')).length > 0
      if (codes.length === 0 && hasKinds)
        report(
          'setting-without-effect',
          { key: at },
          'The list is empty and has no effect beside "on_errors", which replaces the default too.',
        )
      else if (codes.length === 0 && !inRetry) {
        // With an empty list only circuits lead on, which is a way to use them.
        if (!mayBeSkipped(node.targets[0], context))
          report(
            'never-falls-back',
            at,
            'The list is empty, so only the first target is ever called. Remove it to fall back on every status but 2xx.',
          )
      } else if (codes.length === 0)
        report(
          'retries-network-failures-only',
          at,
          'The list is empty, so only network failures are retried.',
        )
      reportSuccesses(codes, at, report)
      for (const [index, code] of inRetry ? codes.entries() : []) {
        const reason = REFUSALS[Number(code)]
        if (reason === undefined) continue
        report(
          'retried-refusal',
          childPointer(at, index),
          `${String(code)} means that ${reason}: the same request gets the same reply.`,
        )
      }
    }
    const codes = ownProperty(ownProperty(node.value, 'cb_config'), 'failure_status_codes')
    const breaker = childPointer(childPointer(node.pointer, 'cb_config'), 'failure_status_codes')
    if (isJsonArray(codes)) reportSuccesses(codes, breaker, report)
  }
}

/** Whether a fallback may skip the node: whatever a request would call there can have an open circuit. */
function mayBeSkipped(node: ConfigNode | undefined, context: RuleContext): boolean {
  if (node === undefined) return false
  if (isLeaf(node)) return hasInherited(node, 'cb_config')
  const isSkipped = (target: ConfigNode | undefined): boolean => mayBeSkipped(target, context)
  switch (strategyMode(context, node)) {
    case 'fallback':
      return node.targets.every(isSkipped)
    case 'loadbalance':
      return node.targets.every(target => numberProperty(target, 'weight') === 0 || isSkipped(target))
    case 'conditional':
      return node.targets.some(isSkipped)
    default:
      return isSkipped(node.targets[0])
  }
}

const hasInherited = (node: ConfigNode, name: string): boolean =>
  hasProperty(node, name) || (node.parent !== undefined && hasInherited(node.parent, name))

/** Kinds that a retry lists in vain. */
function reportKinds(node: ConfigNode, report: ReportAt): void {
  const at = childPointer(childPointer(node.pointer, 'retry'), 'on_errors')
  for (const [index, kind] of listedKinds(ownProperty(node.value, 'retry')).entries()) {
    const reason = REFUSED_KINDS[kind]
    if (reason !== undefined)
      report(
        'retried-refusal',
        childPointer(at, index),
        `An error of kind "${kind}" means that ${reason}: the same request gets the same reply.`,
      )
    if (kind === 'connection')
      report(
        'setting-without-effect',
        childPointer(at, index),
        '"connection" has no effect here: network failures are always retried.',
      )
  }
}

function reportSuccesses(codes: readonly Json[], at: Pointer, report: ReportAt): void {
  for (const [index, code] of codes.entries())
    if (isSuccess(code) && code !== GUARDRAIL_FAILED_STATUS)
      report(
        'suspicious-status',
        childPointer(at, index),
        `${String(code)} is a success status but counts as a failure here.`,
      )
}
