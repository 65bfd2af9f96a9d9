// Texts of numbers that are no personal data, as tables, boards, dumps and logs have them; all are drawn at random.
import fc from 'fast-check'

const digit = fc.integer({ min: 0, max: 9 })
const hex = (length: number): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 0, max: 15 }), { minLength: length, maxLength: length })
    .map(digits => digits.map(each => each.toString(16)).join(''))

/** As many digits as chosen first, so that short numbers are as frequent as long ones. */
const integer = fc
  .integer({ min: 1, max: 6 })
  .chain(length => fc.integer({ min: length === 1 ? 0 : 10 ** (length - 1), max: 10 ** length - 1 }))
const row = <T>(value: fc.Arbitrary<T>, separator: string, min = 2, max = 12): fc.Arbitrary<string> =>
  fc.array(value, { minLength: min, maxLength: max }).map(values => values.join(separator))

const word = fc.constantFrom(
  'Population', 'Total', 'North', 'Berlin', 'Q3', 'Rows', 'mean', 'Sales (k)', 'width', 'Solution', 'Chapter', 'train', 'loss',
) // biome-ignore format: a list
const decimal = fc
  .tuple(fc.integer({ min: -180, max: 180 }), fc.integer({ min: 0, max: 999_999 }))
  .map(([whole, part]) => `${whole}.${String(part).padStart(6, '0')}`)
const two = fc.integer({ min: 0, max: 59 }).map(value => String(value).padStart(2, '0'))
const day = fc.integer({ min: 1, max: 28 }).map(value => String(value).padStart(2, '0'))
const year = fc.integer({ min: 1990, max: 2030 })
const time = fc.tuple(fc.integer({ min: 10, max: 23 }), two, two).map(parts => parts.join(':'))
const date = fc.tuple(year, fc.integer({ min: 10, max: 12 }), day).map(parts => parts.join('-'))
const version = row(fc.integer({ min: 0, max: 40 }), '.', 2, 3)

/** Up to 19 digits, which every 64-bit integer has. */
const long = fc
  .integer({ min: 1, max: 19 })
  .chain(length => fc.bigInt({ min: 10n ** BigInt(length - 1), max: 10n ** BigInt(length) - 1n }))
  .map(String)
const mark = fc.constantFrom('+', '-', ' ')
const diff = (line: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(
      fc.tuple(mark, line).map(parts => parts.join('')),
      { minLength: 3, maxLength: 9 },
    )
    .filter(lines => lines.some(each => each.startsWith('-')))
    .map(lines => lines.join('\n'))
const signed = fc.tuple(fc.constantFrom('+', '-'), integer).map(parts => parts.join(''))

export const HARMLESS_NUMBERS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'rows of integers': row(integer, ' '),
  'five integers of five digits': row(fc.integer({ min: 10_000, max: 99_999 }), ' ', 5, 5),
  'two integers of five digits': row(fc.integer({ min: 10_000, max: 99_999 }), ' ', 2, 2),
  'rows of integers of one length': fc
    .integer({ min: 1, max: 6 })
    .chain(length => row(fc.integer({ min: 10 ** (length - 1), max: 10 ** length - 1 }), ' ')),
  'rows with a label': fc.tuple(word, row(integer, ' ')).map(parts => parts.join(': ')),
  'rows of a table': fc.tuple(word, row(integer, ' | ')).map(([name, cells]) => `| ${name} | ${cells} |`),
  'columns of spaces': fc.array(row(integer, '   '), { minLength: 2, maxLength: 5 }).map(lines => lines.join('\n')),
  tabs: row(integer, '\t'),
  CSV: row(fc.oneof(integer, decimal, date, word), ','),
  'lists of code': row(integer, ', ').map(values => `const values = [${values}]`),
  boards: fc.array(row(digit, ' ', 9, 16), { minLength: 3, maxLength: 9 }).map(lines => lines.join('\n')),
  'boards with points': row(fc.oneof(digit.map(String), fc.constant('.')), ' ', 9, 9),
  coordinates: fc.tuple(decimal, decimal).map(parts => parts.join(', ')),
  'coordinates with spaces': row(decimal, ' ', 2, 6),
  populations: fc.tuple(word, integer, integer).map(([name, a, b]) => `${name} had ${a} in 2011 and ${b} now.`),
  thousands: row(
    fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 100, max: 999 })).map(parts => parts.join(' ')),
    '; ', 2, 5,
  ), // biome-ignore format: short
  'dumps of bytes': row(hex(2), ' ', 4, 32),
  'dumps of words': row(hex(4), ' ', 4, 16),
  'lines of xxd': fc
    .tuple(fc.integer({ min: 0, max: 4095 }), row(hex(4), ' ', 8, 8))
    .map(([at, words]) => `${(at * 16).toString(16).padStart(8, '0')}: ${words}  ................`),
  addresses: row(hex(8).map(value => `0x${value}`), ' '),
  'upper hexadecimal': row(hex(8).map(value => value.toUpperCase()), ' '),
  hashes: hex(40),
  versions: fc.tuple(word, version).map(([name, number]) => `${name} ${number}`),
  'versions of packages': row(fc.tuple(fc.constantFrom('lib', 'core', 'ui'), version).map(each => each.join('@')), '\n'),
  logs: fc
    .tuple(date, time, integer, integer, hex(8))
    .map(([on, at, pid, ms, id]) => `${on} ${at},${String(ms % 1000).padStart(3, '0')} [${pid}] INFO request ${id} took ${ms} ms`),
  'time stamps': row(fc.integer({ min: 1_500_000_000, max: 1_900_000_000 }), ' ', 1, 4),
  'compact time stamps': fc.tuple(year, fc.integer({ min: 10, max: 12 }), day, two).map(([y, m, d, t]) => `${y}${m}${d}15${t}`),
  years: row(year, ' '),
  'bare integers': long,
  'integers in lines': row(long, '\n', 3, 9),
  'integers in sentences': long.map(value => `The result is ${value}.`),
  'numbers of orders': long.map(value => `Your order number is ${value}.`),
  'identifiers in URLs': long.map(value => `https://example.com/items/${value}?page=2`),
  'fields of JSON': fc.tuple(word, long).map(([name, value]) => `{"${name}": ${value}}`),
  'diffs of numbers': diff(long),
  'diffs of rows': diff(row(integer, ' ', 2, 6)),
  'diffs of CSV': diff(row(long, ',', 2, 6)),
  'diffs of fields': diff(fc.tuple(word, integer).map(([name, value]) => `  "${name}": ${value},`)),
  'hunks of diffs': fc.tuple(integer, two, integer, two).map(([a, b, c, d]) => `@@ -${a},${b} +${c},${d} @@`),
  'signed numbers': row(signed, ' '),
  'changes in percent': fc.tuple(long, two).map(([value, share]) => `+${value} (+${share}%)`),
  'growth in sentences': long.map(value => `The number of users grew by +${value} this year.`),
  'tables in Markdown': fc.array(row(long, ' | ', 3, 6), { minLength: 2, maxLength: 5 }).map(rows => rows.map(cells => `| ${cells} |`).join('\n')),
  'tables with lines': fc.array(row(long, ' │ ', 3, 6), { minLength: 2, maxLength: 5 }).map(rows => rows.map(cells => `│ ${cells} │`).join('\n')),
  'tables in HTML': row(long.map(value => `<td>${value}</td>`), '', 3, 6).map(cells => `<tr>${cells}</tr>`),
  scores: row(fc.tuple(digit, digit).map(each => each.join('-')), ' '),
} // biome-ignore format: a table
