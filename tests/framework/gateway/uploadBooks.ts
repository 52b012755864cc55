import type { Upload } from '../../../language/authored/call.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { defineResource, registry } from '../libraryLanguage.ts'

export const KB = 1024
const required = 'Choose a file'
/** Uploads of each kind, by the names of their calls. */
export const uploads = {
  cover: { field: 'file', kind: 'image', required },
  letter: { field: 'file', kind: 'pdf', maxBytes: 4 * KB, required },
  mail: { field: 'file', kind: 'any', maxBytes: 4 * KB, required },
  papers: { field: 'papers', kind: ['pdf', 'image', 'table'], maxBytes: 4 * KB, maxFiles: 3, required },
  bundle: { field: 'papers', kind: ['pdf', 'any'], maxBytes: 4 * KB, maxFiles: 2 },
  text: { kind: ['pdf', 'image', 'any'], maxBytes: 4 * KB, required },
} as const satisfies Readonly<Record<string, Upload>>

const permission = 'all'
const input = {
  note: { schema: { type: 'string', maxLength: 2000 }, label: 'Note' },
  shelves: { schema: { type: 'array', items: { type: 'integer', enum: [1, 2, 3] } }, label: 'Shelves' },
  value: { schema: { type: 'string', coerce: 'cents' }, label: 'Value' },
} as const
const body = {
  note: { input: 'note' },
  shelves: { input: 'shelves' },
  value: { input: 'value' },
  by: { param: 'staffId' },
} as const
const action = <N extends string>(name: N) => ({ label: name, binding: name, input, success: 'Done' }) as const

const books = defineResource({
  name: 'books',
  label: 'Books',
  record: { type: 'object', required: ['id'], properties: { id: { type: 'integer', minimum: 1, title: 'Book' } } },
  bindings: {
    list: { call: 'GET {library}/books', permission },
    cover: { call: 'POST {library}/books/{id}/cover', permission, body, upload: uploads.cover },
    letter: { call: 'POST {library}/books/{id}/letter', permission, body, upload: uploads.letter },
    mail: { call: 'PUT {library}/books/{id}/mail', permission, body, upload: uploads.mail },
    papers: { call: 'PATCH {library}/books/{id}/papers', permission, body, upload: uploads.papers },
    text: {
      call: 'PUT {library}/books/{id}/text',
      permission,
      query: { language: { input: 'language' }, by: { param: 'staffId' } },
      upload: uploads.text,
    },
    bundle: { call: 'POST {library}/books/{id}/bundle', permission, body, upload: uploads.bundle },
    scan: {
      call: 'GET {library}/books/{id}/scan',
      permission,
      query: { page: { input: 'page' } },
      download: 'scan-{id}',
    },
  },
  list: { columns: ['id'], perPage: 10, sort: 'id', emptyText: 'No books' },
  actions: {
    cover: action('cover'),
    letter: action('letter'),
    mail: action('mail'),
    papers: action('papers'),
    bundle: action('bundle'),
    text: {
      label: 'Text',
      binding: 'text',
      input: { language: { schema: { type: 'string' }, label: 'Language' } },
      success: 'Done',
    },
    scan: {
      label: 'Scan',
      binding: 'scan',
      input: { page: { schema: { type: 'integer', minimum: 1 }, label: 'Page' } },
      success: 'Saved',
    },
  },
})

/** A library whose books take files. */
export const model = resolveConsole({ registry, screens: [books], home: '/books', nested: [] })
