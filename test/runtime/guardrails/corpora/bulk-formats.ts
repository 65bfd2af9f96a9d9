// Records as bulk data have them: each row has an identifier, a name, a value, an amount and a day. `name` is the name of the value.

export interface BulkRow {
  readonly id: number
  readonly person: string
  readonly value: string
  readonly amount: string
  readonly day: string
}

type WriteBulk = (name: string, rows: readonly BulkRow[]) => string

const cells = ({ id, person, value, amount, day }: BulkRow): readonly string[] => [
  String(id),
  person,
  value,
  amount,
  day,
]
const headerOf = (name: string): readonly string[] => ['id', 'name', name, 'amount', 'day']
const lines = (all: readonly string[]): string => `${all.join('\n')}\n`
const table =
  (separator: string, write: (cell: string) => string = cell => cell): WriteBulk =>
  (name, rows) =>
    lines([headerOf(name), ...rows.map(cells)].map(row => row.map(write).join(separator)))
const markdown =
  (separator: string): WriteBulk =>
  (name, rows) =>
    lines(
      [headerOf(name), ['--', '--', '--', '--', '--'], ...rows.map(cells)].map(
        row => `|${separator}${row.join(`${separator}|${separator}`)}${separator}|`,
      ),
    )
const columnOf = (name: string): string => name.replaceAll(' ', '_')
const camelOf = (name: string): string => name.replace(/ (\S)/g, (_, letter: string) => letter.toUpperCase())
const objectOf =
  (key: (name: string) => string) =>
  (name: string) =>
  ({ id, person, value, amount, day }: BulkRow) => ({
    id,
    name: person,
    [key(name)]: value,
    amount: Number(amount),
    day,
  })

export const BULK_FORMATS: Readonly<Record<string, WriteBulk>> = {
  CSV: table(','),
  'CSV with spaces': table(', '),
  'CSV with quotes': table(',', cell => `"${cell}"`),
  'CSV with semicolons': table(';'),
  TSV: table('\t'),
  'columns with a line between': table(' | '),
  Markdown: markdown(' '),
  'tight Markdown': markdown(''),
  HTML: (name, rows) =>
    `<table><tr><th>${headerOf(name).join('</th><th>')}</th></tr>\n${lines(
      rows.map(row => `<tr><td>${cells(row).join('</td><td>')}</td></tr>`),
    )}</table>`,
  SQL: (name, rows) =>
    `INSERT INTO people (${headerOf(columnOf(name)).join(', ')}) VALUES\n${rows
      .map(({ id, person, value, amount, day }) => `(${id}, '${person}', '${value}', ${amount}, '${day}')`)
      .join(',\n')};`,
  JSON: (name, rows) => JSON.stringify(rows.map(objectOf(columnOf)(name)), null, 2),
  'JSON in one line': (name, rows) => JSON.stringify(rows.map(objectOf(camelOf)(name))),
  'lines of JSON': (name, rows) => lines(rows.map(row => JSON.stringify(objectOf(columnOf)(name)(row)))),
  YAML: (name, rows) =>
    lines(
      rows.map(
        ({ id, person, value, amount, day }) =>
          `- id: ${id}\n  name: ${person}\n  ${columnOf(name)}: ${value}\n  amount: ${amount}\n  day: ${day}`,
      ),
    ),
  'logs with keys': (name, rows) =>
    lines(
      rows.map(
        ({ id, person, value, amount, day }) =>
          `${day}T10:30:00Z INFO saved id=${id} name="${person}" ${columnOf(name)}="${value}" amount=${amount}`,
      ),
    ),
}
/** Formats whose rows have no name for the value. */
export const UNNAMED_FORMATS: Readonly<Record<string, WriteBulk>> = {
  'logs in columns': (_name, rows) => lines(rows.map(row => `${row.day} 10:30:00 INFO [${row.id}] ${row.person}: ${row.value}; ${row.amount}`)),
  'rows in brackets': (_name, rows) => JSON.stringify(rows.map(cells)),
} // biome-ignore format: short
