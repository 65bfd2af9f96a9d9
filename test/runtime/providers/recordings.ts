// Recorded provider traffic is outside of the repository and is read in place, never copied. Where it is absent,
// the suites that use it report so and run on fixtures only.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const FOLDER = new URL('../../../../shared/wire/', import.meta.url)

export const areRecorded = existsSync(new URL('index.json', FOLDER))

/** The names of the folders in a folder of the recordings, sorted; none where the recordings are absent. */
export const recordedFolders = (path: string): readonly string[] =>
  areRecorded
    ? readdirSync(new URL(path, FOLDER), { withFileTypes: true })
        .filter(entry => entry.isDirectory())
        .map(entry => entry.name)
        .sort()
    : []

export const isRecorded = (path: string): boolean => existsSync(new URL(path, FOLDER))

export const recordedBytes = (path: string): Uint8Array => readFileSync(new URL(path, FOLDER))

export const recordedText = (path: string): string => readFileSync(new URL(path, FOLDER), 'utf8')

/** The JSON of a recorded file; its text where it is not JSON. */
export function recordedJson(path: string): unknown {
  const text = recordedText(path)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
