// URLs of directories, which expect SCIM outside of the base path.
const SCIM = '/scim/v2/'

/** The same URL below the base path; undefined for URLs of other clients. */
export const scimUrl = (url: string): string | undefined => (url.startsWith(SCIM) ? `/v1${url}` : undefined)

/** Whether a path below the base path is one of SCIM, whose errors have a form of their own. */
export const isScimPath = (path: string): boolean => path.startsWith(SCIM)
