import { beforeEach, describe, expect, it } from 'vitest'
import { createPreferenceStore, isKept } from '../../../src/theme/createPreferenceStore.ts'

const heardBy = (store: ReturnType<typeof createPreferenceStore>, key: string) => {
  const heard: unknown[] = []
  store.subscribe(key, (value) => heard.push(value))
  return heard
}

describe('the preference store', () => {
  beforeEach(() => localStorage.clear())

  it('lets only theme, density, single keys, sidebar and column choices outlive the page', () => {
    const store = createPreferenceStore(localStorage)
    store.setItem('theme', 'dark')
    store.setItem('density', 'compact')
    store.setItem('keys', 'off')
    store.setItem('accounts.columns', ['name'])
    store.setItem('accounts.handed.1', 5)
    store.setItem('accounts.listParams', { filter: { q: 'ssn 123-45-6789' } })
    store.setItem('search', 'Mara Quill')
    expect(Object.keys(localStorage).toSorted()).toEqual([
      'countersign.accounts.columns',
      'countersign.accounts.handed.1',
      'countersign.density',
      'countersign.keys',
      'countersign.theme',
    ])
    expect(store.getItem('accounts.listParams')).toEqual({ filter: { q: 'ssn 123-45-6789' } })
    expect(createPreferenceStore(localStorage).getItem('theme')).toBe('dark')
    expect(createPreferenceStore(localStorage).getItem('search')).toBeUndefined()
  })

  it.each(['themes', 'x.theme', 'accounts.columns.of', 'token', 'user', 'columns'])('does not keep %s', (key) => {
    expect(isKept(key)).toBe(false)
  })

  it('forgets everything but the kept keys when a session ends', () => {
    const store = createPreferenceStore(localStorage)
    store.setItem('theme', 'dark')
    store.setItem('search', 'Mara Quill')
    const heard = heardBy(store, 'search')
    store.reset()
    expect(store.getItem('search')).toBeUndefined()
    expect(store.getItem('theme')).toBe('dark')
    expect(heard).toEqual([undefined])
  })

  it('keeps the theme through the end of a session even where nothing can be stored', () => {
    const store = createPreferenceStore(null)
    store.setItem('theme', 'dark')
    store.reset()
    expect(store.getItem('theme')).toBe('dark')
  })

  it('follows a choice made in another tab', () => {
    const store = createPreferenceStore(localStorage)
    store.setup()
    const heard = heardBy(store, 'theme')
    localStorage.setItem('countersign.theme', '"light"')
    window.dispatchEvent(new StorageEvent('storage', { key: 'countersign.theme', newValue: '"light"' }))
    store.teardown()
    expect(heard).toEqual(['light'])
    expect(store.getItem('theme')).toBe('light')
  })

  it('survives a value that is not its own and a storage that refuses', () => {
    localStorage.setItem('countersign.theme', '{broken')
    expect(createPreferenceStore(localStorage).getItem('theme', 'system')).toBe('system')
    const refusing = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    const store = createPreferenceStore(refusing as unknown as Storage)
    store.setItem('theme', 'dark')
    expect(store.getItem('theme')).toBe('dark')
  })
})
