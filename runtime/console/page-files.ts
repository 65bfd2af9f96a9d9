// The files of the page as the console serves them. In a checkout the page is bundled when it is first opened; the build replaces this
// module by one that has the files in it.
import { bundlePage } from './bundle-page.ts'

export interface PageFile {
  readonly type: string
  readonly bytes: Uint8Array
  readonly brotli?: Uint8Array
  readonly gzip?: Uint8Array
  /** Whether its name changes with its bytes. */
  readonly immutable: boolean
}

/** By their paths below the console, such as `index.html`. */
export type PageFiles = ReadonlyMap<string, PageFile>

export const loadPage = (): Promise<PageFiles> => bundlePage({ isCompressed: false })
