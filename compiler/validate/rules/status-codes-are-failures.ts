// Status code lists of fallbacks and retries contain failures, and a fallback list is not empty.

import type { JsonObject } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import type { ConfigNode } from '../config-node.ts'
import { isJsonArray, ownProperty } from '../json-values.ts'
import type { Rule } from '../rule.ts'
import { strategyMode } from '../rule-context.ts'

const isSuccess = (code: unknown): boolean => typeof code === 'number' && code >= 200 && code < 300

/** A guardrail failed without denying; acting on this status is legitimate. */
const GUARDRAIL_FAILED_STATUS = 246

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
    for (const [at, holder] of statusCodeHolders(node)) {
      const codes = ownProperty(holder, 'on_status_codes')
      const inRetry = at.endsWith('/retry/on_status_codes')
      if (!isJsonArray(codes) || !(fallback || inRetry)) continue
      if (codes.length === 0 && !inRetry)
        report(
          'never-falls-back',
          at,
          'The list is empty, so only the first target is ever called. Remove it to fall back on every status but 2xx.',
        )
      if (codes.length === 0 && inRetry)
        report(
          'retries-network-failures-only',
          at,
          'The list is empty, so only network failures are retried.',
        )
      for (const [index, code] of codes.entries())
        if (isSuccess(code) && code !== GUARDRAIL_FAILED_STATUS)
          report(
            'suspicious-status',
            childPointer(at, index),
            `${String(code)} is a success status but counts as a failure here.`,
          )
    }
  }
}
