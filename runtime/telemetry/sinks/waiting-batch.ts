// A batch that waits to be written, and its halves, where the receiver does not take all of it.
import type { EntryBodies } from '../request-record.ts'

export interface WaitingBatch<Item> {
  readonly id: string
  readonly items: Item[]
  bytes: number
  /** By the identifiers of their records; there may be more of them than items. */
  bodies: Map<string, EntryBodies> | undefined
}

/**
 * Two batches with the items of one, in their order. Their identifiers follow from that of the whole: a half that is repeated is
 * recognised. The bytes are shared equally, since only their sum is counted.
 */
export function halvesOf<Item>({
  id,
  items,
  bytes,
  bodies,
}: WaitingBatch<Item>): readonly [WaitingBatch<Item>, WaitingBatch<Item>] {
  const middle = Math.ceil(items.length / 2)
  const first = Math.ceil(bytes / 2)
  return [
    { id: `${id}-1`, items: items.slice(0, middle), bytes: first, bodies },
    { id: `${id}-2`, items: items.slice(middle), bytes: bytes - first, bodies },
  ]
}
