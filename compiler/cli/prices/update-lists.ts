// Writes files of prices and pins them: the lists of a project from their URLs or as they are, or a public list that was downloaded.
import { basename, dirname, join, resolve } from 'node:path'
import { pluralize } from '../../../schemas/values/format-names.ts'
import { parseJson } from '../../../schemas/values/json.ts'
import type { SourceInput } from '../../project-input.ts'
import { fileOfList, namesList, priceEntries } from '../../validate/manifest-rules/prices-can-apply.ts'
import { isOutside } from '../../validate/validate-price-list.ts'
import { ownProperty } from '../../validate/values/json-values.ts'
import { cliCatalog } from '../cli-catalog.ts'
import { EXIT } from '../command.ts'
import type { CompiledGroup } from '../compile-groups.ts'
import { LEADS_OUTSIDE, leadsOutside } from '../files/links.ts'
import { digestOfFile } from '../files/load-project.ts'
import { stemOf } from '../files/project-names.ts'
import { readFileText } from '../files/read-file.ts'
import { readersFor } from '../files/readers.ts'
import { writeAtomic, writeNewFile } from '../files/write-file.ts'
import { writeText } from '../layout/fit-text.ts'
import type { Terminal } from '../terminal.ts'
import type { FetchList } from './fetch-list.ts'
import { type Pin, pinLists } from './pin-lists.ts'
import { fileOfPublished } from './price-file.ts'

/** A project whose manifest names lists. */
type ListingProject = Pick<CompiledGroup, 'input' | 'root' | 'parts'>

const isKnown = (provider: string): boolean => cliCatalog().provider(provider) !== undefined

/** Fetches the lists that have a URL, and pins all; returns an exit code. */
export async function updateLists(
  { input, root }: ListingProject,
  terminal: Terminal,
  fetchList: FetchList,
): Promise<number> {
  const { manifest } = input
  const parsed = manifest?.read(manifest.source, () => {})
  const lists = priceEntries(parsed?.value).filter(([, entry]) => namesList(entry))
  if (manifest === undefined || lists.length === 0) {
    writeText(terminal, 'The manifest names no list of prices.')
    return EXIT.clean
  }
  const pins = new Map<string, Pin>()
  const faults: string[] = []
  for (const [, entry] of lists) {
    const file = fileOfList(entry) ?? ''
    const url = ownProperty(entry, 'url')
    const fault = typeof url === 'string' ? await fetchInto(url, file, root, fetchList) : undefined
    const pin = fault ?? pinOf(file, root)
    if (typeof pin === 'string') faults.push(pin)
    else pins.set(file, { ...pin, ...(typeof url === 'string' && { read: terminal.today() }) })
    if (typeof pin !== 'string')
      writeText(
        terminal,
        `${file}: ${ownProperty(entry, 'digest') === pin.digest ? 'unchanged' : 'updated'}.`,
      )
  }
  return finish(faults, await writePins(manifest, pins, root, terminal), terminal)
}

/** Writes a public list as a file of prices, and pins it where the manifest names it; returns an exit code. */
export async function importList(
  path: string,
  provider: string | undefined,
  { input, root, parts }: ListingProject,
  terminal: Terminal,
): Promise<number> {
  const { text, fault } = readFileText(resolve(terminal.folder, path))
  if (text === undefined) return finish([`${path} cannot be read. ${fault}`], undefined, terminal)
  const converted = fileOfPublished(text, name => isKnown(name) && (provider ?? name) === name)
  if ('fault' in converted) return finish([`${path}: ${converted.fault}`], undefined, terminal)
  const file = `prices/${stemOf(basename(path))}.json`
  const written = writeInside(file, root, converted.text)
  if (written !== undefined) return finish([written], undefined, terminal)
  const { prices, providers } = converted
  writeText(terminal, `${file}: ${pluralize(prices, 'price')} of ${pluralize(providers, 'provider')}.`)
  const pin: Pin = { digest: digestOfFile(converted.text), read: terminal.today() }
  const { manifest } = input
  const parsed = manifest?.read(manifest.source, () => {})
  const isNamed = priceEntries(parsed?.value).some(([, entry]) => fileOfList(entry) === file)
  if (manifest !== undefined && isNamed)
    return finish([], await writePins(manifest, new Map([[file, pin]]), root, terminal), terminal)
  writeText(
    terminal,
    `Add it to "prices" of ${parts.manifest ?? 'the manifest'}:\n  - ${entryText(file, pin)}`,
  )
  return EXIT.clean
}

const entryText = (file: string, { digest, read }: Pin): string =>
  `{ file: ${file}, digest: "${digest}"${read === undefined ? '' : `, read: "${read}"`} }`

/** A fault as a sentence. */
async function fetchInto(
  url: string,
  file: string,
  root: string,
  fetchList: FetchList,
): Promise<string | undefined> {
  const fetched = await fetchList(url)
  if ('fault' in fetched) return `${url} cannot be read. ${fetched.fault}`
  const { text } = fetched
  // A file in the form of the manifest stays as it is: its mistakes are reported with their lines.
  if (Array.isArray(parseJson(text)) || /\.ya?ml$/.test(file)) return writeInside(file, root, text)
  const converted = fileOfPublished(text, isKnown)
  return 'fault' in converted ? `${url}: ${converted.fault}` : writeInside(file, root, converted.text)
}

/** Writes a file of the project; a fault as a sentence. */
function writeInside(file: string, root: string, text: string): string | undefined {
  if (isOutside(file)) return `A file of prices must be in the folder of the project, not ${file}.`
  const path = join(root, file)
  // A folder on the way may be a link too.
  for (let each = path; each.length > root.length; each = dirname(each))
    if (leadsOutside([root], each)) return `The file ${file} ${LEADS_OUTSIDE}.`
  return writeNewFile(path, text)
}

function pinOf(file: string, root: string): Pin | string {
  if (isOutside(file)) return `A file of prices must be in the folder of the project, not ${file}.`
  const path = join(root, file)
  if (leadsOutside([root], path)) return `The file ${file} ${LEADS_OUTSIDE}.`
  const { text, fault } = readFileText(path)
  return text === undefined ? `${file} cannot be read. ${fault}` : { digest: digestOfFile(text) }
}

/** A fault as a sentence. */
async function writePins(
  { source }: SourceInput,
  pins: ReadonlyMap<string, Pin>,
  root: string,
  { folder }: Terminal,
): Promise<string | undefined> {
  const path = resolve(folder, source.name)
  // The reader of the project replays what it has read.
  const text = pinLists({ source, read: (await readersFor([path], root, folder))(path) }, pins)
  if (text === source.text) return undefined
  if (text === undefined)
    return [
      `${source.name} cannot be edited here: what it has of prices is computed. Write into it:`,
      ...Array.from(pins, ([file, pin]) => `  ${entryText(file, pin)}`),
    ].join('\n')
  if (readFileText(path).text !== source.text) return `${source.name} has changed meanwhile: try again.`
  // The file that a link leads to, not the link.
  const fault = writeAtomic(path, text)
  return fault
}

function finish(faults: readonly string[], more: string | undefined, terminal: Terminal): number {
  const all = more === undefined ? faults : [...faults, more]
  for (const fault of all) terminal.writeStderr(fault)
  return all.length === 0 ? EXIT.clean : EXIT.findings
}
