// Texts that no check may stumble over: halves of surrogate pairs, marks of every grammar that is read, long runs.
import fc from 'fast-check'

const PIECES = [
  '\ud800', '\udc00', '\u0000', '\u200d', '\u200b', '\ufe0f', '\u{e0041}', '\u{1f3f4}', '\u{1f468}', '\u202e', '\u06a9',
  '{', '}', '[', ']', '"', '\\', ':', ',', '```', '```json', '\n', '\r', '\t', ' ', '.', '!?', '。', '(', ')', '<', '>',
  'https://', 'http://a.b/', '@', '1', 'null', '{"a":1}', '__proto__', 'SELECT a FROM b', 'a', 'Ä', 'ß', '=',
] // biome-ignore format: a list

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map(pieces => pieces.join('')),
)
