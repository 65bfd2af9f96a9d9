// The media type of a file by its extension: the dialect requires one with most URLs.

const types: Readonly<Record<string, string>> = {
  ...{ jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif' },
  ...{ heic: 'image/heic', heif: 'image/heif', pdf: 'application/pdf', json: 'application/json' },
  ...{ txt: 'text/plain', md: 'text/markdown', html: 'text/html', csv: 'text/csv', xml: 'text/xml' },
  ...{ mp3: 'audio/mp3', wav: 'audio/wav', flac: 'audio/flac', ogg: 'audio/ogg', aac: 'audio/aac' },
  ...{ m4a: 'audio/mp4', mp4: 'video/mp4', mov: 'video/mov', webm: 'video/webm', mpeg: 'video/mpeg' },
}

/** Undefined for unknown extensions. */
export function mediaTypeFromExtension(url: string): string | undefined {
  const path = url.replace(/[?#].*$/, '')
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(types, extension) ? types[extension] : undefined
}
