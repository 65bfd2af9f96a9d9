// Finish reasons: those of every provider, mapped to OpenAI's four. Unknown ones mean `stop`, never an error.

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter'

const nativeReasons: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn stop_sequence stop complete finish eos eos_token pause_turn',
  tool_calls: 'tool_use tool_call tool_calls function_call',
  length: 'max_tokens length max_output_tokens model_context_window_exceeded',
  content_filter:
    'safety recitation model_armor prohibited_content blocklist spii jailbreak image_safety image_recitation image_prohibited_content refusal guardrail_intervened content_filtered content_filter',
}

const reasons: ReadonlyMap<string, FinishReason> = new Map(
  (Object.keys(nativeReasons) as FinishReason[]).flatMap(reason =>
    (nativeReasons[reason] ?? '').split(' ').map(nativeReason => [nativeReason, reason] as const),
  ),
)

/**
 * OpenAI's finish reason for a provider's. An answer with tool calls ends with `tool_calls` whatever the provider
 * sent, unless it was truncated or blocked.
 */
export function finishReason(native: string | null | undefined, hasToolCalls: boolean): FinishReason {
  const reason = reasons.get((native ?? '').toLowerCase()) ?? 'stop'
  return hasToolCalls && reason === 'stop'
    ? 'tool_calls'
    : reason === 'tool_calls' && !hasToolCalls
      ? 'stop'
      : reason
}
