// Seeded damage to samples: bytes are flipped, removed, doubled, exchanged for those of other samples, and for those that parsers stumble
// over.
import { seeded } from '../chaos/matrix.ts'

/** Pieces that mean something to one of the parsers. */
const PIECES = [
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    '\\',
    ':',
    ',',
    '\0',
    '\n',
    '\r\n',
    '\r',
    ' ',
    '\ufeff',
    '\ud800',
    '\u2028',
    '💥',
  ],
  ...['{{', '}}', '{{#a}}', '{{/a}}', '{{^a}}', '{{>a}}', '{{=<% %>=}}', '{{!', '<%', '{{{'],
  ...['data:', 'event:', 'id:', ': x\n\n', '\n\n', '[DONE]', 'retry: 1\n'],
  ...['--b', '--b--', '\r\n\r\n', 'content-disposition: form-data; name="', 'filename="x"'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'true',
    '1e999',
    '-0',
    '9007199254740993',
    '"\\u0000"',
    '\\ud83d',
  ],
  ...[' eq ', ' and ', ' or ', '[type eq "', 'not (', '.value', '%00', '%', '%c3', '=?', '&', ';', ','],
  ...[
    '"jsonrpc":"2.0"',
    '"id":null',
    '"method":',
    '"model":',
    '"messages":',
    '"strategy":',
    '"targets":',
    '$ref',
    '(a+)+$',
  ],
]

/** A list of `count` inputs, made of the samples; the same for the same seed. */
export function* damaged(
  samples: readonly Uint8Array[],
  count: number,
  seed: number,
  more: readonly string[] = [],
): Generator<Uint8Array> {
  const pieces = [...PIECES, ...more]
  const random = seeded(seed)
  const below = (limit: number): number => Math.floor(random() * limit)
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
  const one = (bytes: Buffer): Buffer => {
    const [from, to] = [below(bytes.length + 1), below(bytes.length + 1)].sort(
      (left, right) => left - right,
    ) as [number, number]
    const [before, part, after] = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)]
    switch (below(7)) {
      case 0:
        return Buffer.concat([before, after])
      case 1:
        return Buffer.concat([before, part, part, after])
      case 2:
        return Buffer.concat([before, Buffer.from(pick(pieces)), bytes.subarray(from)])
      case 3:
        return Buffer.concat([before, Buffer.from(pick(pieces).repeat(1 + below(200))), bytes.subarray(from)])
      case 4: {
        const other = pick(samples)
        return Buffer.concat([before, other.subarray(below(other.length + 1))])
      }
      case 5: {
        const flipped = Buffer.from(bytes)
        if (flipped.length > 0) flipped[below(flipped.length)] = below(256)
        return flipped
      }
      default:
        return Buffer.concat([
          before,
          Buffer.from(Array.from({ length: below(6) }, () => below(256))),
          bytes.subarray(from),
        ])
    }
  }
  for (let done = 0; done < count; done += 1) {
    let bytes = Buffer.from(pick(samples))
    const times = 1 + below(4)
    for (let time = 0; time < times; time += 1) bytes = Buffer.from(one(bytes).subarray(0, LONGEST))
    yield bytes
  }
}

/** What is longer is cut: time is bounded by length. */
const LONGEST = 65_536
