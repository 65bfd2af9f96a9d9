// The formats of findings, by the names that --format takes: the one list.
import { joinNames } from '../../../schemas/values/format-names.ts'
import type { FindingFormat } from './format.ts'
import { githubFormat } from './github.ts'
import { gitlabFormat } from './gitlab.ts'
import { jsonFormat } from './json.ts'
import { junitFormat } from './junit.ts'
import { oneLineFormat } from './one-line.ts'
import { prettyFormat } from './pretty.ts'
import { sarifFormat } from './sarif.ts'

export const FINDING_FORMATS = {
  pretty: prettyFormat,
  'one-line': oneLineFormat,
  json: jsonFormat,
  sarif: sarifFormat,
  github: githubFormat,
  gitlab: gitlabFormat,
  junit: junitFormat,
} as const satisfies Record<string, FindingFormat>

export type Format = keyof typeof FINDING_FORMATS

export const FORMAT_NAMES = Object.keys(FINDING_FORMATS) as readonly Format[]

export const isFormat = (value: unknown): value is Format => FORMAT_NAMES.some(name => name === value)

/** The usage error of a command that takes other formats too. */
export const formatUsage = (more: readonly string[] = []): string =>
  `--format must be ${joinNames([...FORMAT_NAMES, ...more], 'or')}.`

/** As in the usage line of a command. */
export const FORMAT_OPTION = '[--format F]'

/** The lines of `--help` about them, indented as options are. `width` is that of the column of options. */
export const formatHelp = (width: number): string =>
  [
    `  ${'--format F'.padEnd(width)}format of the findings:`,
    ...FORMAT_NAMES.map(name => `  ${''.padEnd(width)}${name.padEnd(9)} ${FINDING_FORMATS[name].summary}`),
  ].join('\n')
