// Combines the results of all requests of one evaluation. One flag is enough to fail; one without a verdict makes it
// an error, unless another one is flagged.
import type { JsonObject } from '../../../compiler/source.ts'
import { erred } from '../asking/erred.ts'
import type { Finding } from '../check.ts'
import type { Hit } from './flags.ts'
import { putTogether, type Share } from './pieces.ts'
import type { Read } from './read-reply.ts'

export interface Judged {
  /** The texts before they were split into chunks. */
  readonly texts: readonly string[]
  readonly shares: readonly Share[]
  /** Whether rewritten texts can be written back; those of several joined texts cannot. */
  readonly replaceable: boolean
  readonly reads: readonly (Read | { readonly fault: string })[]
}

export function conclude(service: string, judged: Judged): Finding {
  const reads = judged.reads.filter(read => 'hits' in read)
  const hits = reads.flatMap(read => read.hits)
  const fault = judged.reads.find(read => 'fault' in read)
  const written = fault === undefined ? rewrittenBy(reads, judged) : undefined
  const changed = written?.some((text, index) => text !== judged.texts[index]) === true
  const texts = judged.replaceable ? written : undefined
  const left = reads.flatMap(read =>
    read.hits.filter(({ healed }) => !healed || texts === undefined || read.texts === undefined),
  )
  const names = [...new Set(hits.flatMap(hit => hit.names))]
  const facts: JsonObject = {
    ...(reads.find(read => read.hits.length > 0) ?? reads[0])?.facts,
    ...(names.length === 0 ? {} : { found: names }),
    ...(judged.shares.length > 1 ? { requests: judged.shares.length } : {}),
  }
  const found = { facts, ...(texts === undefined ? {} : { texts }) }
  if (left.length > 0) return { passed: false, reason: reasonOf(left), ...found }
  if (fault !== undefined) return erred(fault.fault)
  if (changed && !judged.replaceable)
    return erred(`${service} rewrote several joined texts, which cannot be written back.`)
  return {
    passed: true,
    reason: changed ? `${service} rewrote the text.` : `${service} flagged nothing.`,
    ...found,
  }
}

/** The texts as rewritten by the service; undefined when it returned none. */
function rewrittenBy(reads: readonly Read[], { texts, shares }: Judged): readonly string[] | undefined {
  const written = reads.map(read => read.texts)
  return written.some(each => each !== undefined)
    ? putTogether(
        texts,
        shares,
        written.map((each, index) => each ?? shares[index]?.map(({ text }) => text) ?? []),
      )
    : undefined
}

function reasonOf(hits: readonly Hit[]): string {
  const sentences = new Map<string, Set<string>>()
  for (const { says, names } of hits) {
    const known = sentences.get(says) ?? new Set()
    for (const name of names) known.add(name)
    sentences.set(says, known)
  }
  return [...sentences]
    .map(([says, names]) =>
      names.size === 0 ? `${says}.` : `${says}: ${[...names].slice(0, 10).join(', ')}.`,
    )
    .join(' ')
}
