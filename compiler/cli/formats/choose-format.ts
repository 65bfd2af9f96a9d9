// What --format of a command that shows something means: a form of what it shows, or a format of findings, which are printed instead.
import { FORMAT_NAMES, type Format, formatUsage, isFormat } from './formats.ts'

export interface ChosenFormat {
  /** The form of what the command shows; absent where its findings are printed instead. */
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
