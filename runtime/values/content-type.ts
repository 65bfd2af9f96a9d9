// What a content type says of a body: JSON, or other text. A missing content type may be text as well.

export const isJsonContentType = (contentType: string | undefined): boolean =>
  contentType?.toLowerCase().includes('json') === true

const TEXTUAL = /^(text\/|application\/(x-www-form-urlencoded|xml|yaml|x-yaml|x-subrip|graphql)|[^;]*\+xml)/

export const isTextContentType = (contentType: string | undefined): boolean =>
  contentType === undefined || TEXTUAL.test(contentType.trim().toLowerCase())

/** JSON media types. Parameters are ignored: browsers send `text/plain;x=json` without a preflight. */
const JSON_DOCUMENT = /^\s*(?:(?:application|text)\/json|[\w.+-]+\/[\w.+-]+\+json)\s*(?:;|$)/i

export const isJsonDocument = (contentType: string | undefined): boolean =>
  contentType === 'application/json' || JSON_DOCUMENT.test(contentType ?? '')
