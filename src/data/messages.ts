import type { I18nProvider } from 'ra-core'
import { defaultNotice } from '../../language/messages.ts'

/** The messages of react-admin's core. All other texts come from the definitions. */
const messages: Readonly<Record<string, string>> = {
  'ra.notification.http_error': defaultNotice,
  'ra.notification.data_provider_error': defaultNotice,
  'ra.notification.item_doesnt_exist': 'This record does not exist',
  'ra.notification.not_authorized': 'You are not allowed to do this',
  'ra.notification.logged_out': 'Your session has ended',
  'ra.notification.offline': 'You are offline',
  'ra.notification.created': 'Created',
  'ra.notification.updated': 'Saved',
  'ra.notification.deleted': 'Deleted',
  'ra.message.unsaved_changes': 'Some of your changes are not saved. Leave this page?',
}

const fill = (text: string, values: Readonly<Record<string, unknown>>): string =>
  text.replaceAll(/%\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole
  })

/** English messages only. A key without a message falls back to the caller's `_`, then to the key itself. */
export const i18nProvider: I18nProvider = {
  translate: (key: string, options?: Readonly<Record<string, unknown>>) => {
    const otherwise = options?.['_']
    return fill(messages[key] ?? (typeof otherwise === 'string' ? otherwise : key), options ?? {})
  },
  changeLocale: () => Promise.resolve(),
  getLocale: () => 'en',
}
