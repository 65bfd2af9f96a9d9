// The files of the page as the console serves them. In a checkout the page is bundled when it is first opened; the build replaces this
// module by one that has the files in it.
import { bundlePage } from './bundle-page.ts'
import type { PageFiles } from './page-reply.ts'

export const loadPage = async (): Promise<PageFiles> => (await bundlePage({ isCompressed: false })).files
