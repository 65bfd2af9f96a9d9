// The formats of findings, by the names that --format takes: the one list, and how commands read the option.
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

/** `--format` of a command that shows something: a form of what it shows, or a format of findings, which are printed instead. */
export interface ChosenFormat {
  /** The form of what the command shows; absent if its findings are printed instead. */
  readonly form?: string
  /** How findings are printed, also those that are in the way of showing something. */
  readonly findings: Format
}

/** `forms`: those of what the command shows. Undefined for a format that there is not. */
export function chooseFormat(format: unknown, forms: readonly string[]): ChosenFormat | undefined {
  const form = forms.find(each => each === format)
  if (form !== undefined) return { form, findings: isFormat(form) ? form : 'pretty' }
  return isFormat(format) ? { findings: format } : undefined
}

/** The usage error of such a command. */
export const chooseFormatUsage = (forms: readonly string[]): string =>
  formatUsage(forms.filter(form => !isFormat(form)))

/** The line of `--help` about the formats of findings, in the place of what the command shows. `width` is that of the column of options. */
export const findingsHelp = (width: number, forms: readonly string[]): string =>
  `    ${''.padEnd(width)}${FORMAT_NAMES.filter(name => !forms.includes(name)).join(', ')}: the findings instead, as check prints them`
