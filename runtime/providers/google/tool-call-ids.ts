// Tool call ids. The dialect usually sends none; generated ones are numbered over the whole reply, and need not
// come back: the dialect matches results by name and order.
import type { AdapterContext } from '../../values/adapter.ts'
import type { ToolCall } from '../../wire/chat.ts'

export type AssignCallId = (call: Omit<ToolCall, 'id'> & { readonly id: string | undefined }) => ToolCall

export function createCallIdAssigner({ identifier }: AdapterContext): AssignCallId {
  let count = 0
  return call => {
    count += 1
    return { ...call, id: call.id ?? `call_${identifier}_${count - 1}` }
  }
}
