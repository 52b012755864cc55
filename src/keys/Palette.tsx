import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router-dom'
import { plainText } from '../../language/plainText.ts'
import { formsOf } from '../../language/resource.ts'
import { maySend } from '../data/permissions.ts'
import { consoleModel, listPathOf } from '../model/consoleModel.ts'
import { usePermissions } from 'ra-core'
import { Modal } from '../ui/Modal.tsx'
import { SearchInput } from '../ui/SearchInput.tsx'
import { type Destination, recentRecords } from '../data/recentRecords.ts'
import { tabPlace } from '../query/filterChoice.ts'
import { formatListUrl, parseListUrl } from '../query/listUrl.ts'
import { partText } from '../query/typedSearch.ts'
import { useFoundRecords } from './useFoundRecords.ts'

interface Entry {
  readonly key: string
  readonly label: string
  /** Of an action: what it does, without the name of the record that it is about. */
  readonly does?: string
  readonly run: () => void
}

interface Group {
  readonly title: string
  readonly entries: readonly Entry[]
}

/** What the person may press on the page: actions, what has a key, the ways to work on the record, switches and tabs. */
const pressable = [
  '.cs-work > button[aria-keyshortcuts]',
  'button[data-explain*=".actions."]',
  '.cs-show button[aria-keyshortcuts]',
  '.cs-show [data-offered] > button:not([aria-keyshortcuts])',
  '.cs-show [data-offered] > .cs-menu > button',
  '.cs-show [role="switch"]',
  '.cs-show a[role="tab"]',
].join()

/** The controls in what fills the screen that start the actions its keys start now. */
function keyedActions(full: HTMLDialogElement): readonly HTMLElement[] {
  const names = full.querySelector<HTMLElement>('[data-keyed]')?.dataset['keyed']?.split(' ') ?? []
  return [...full.querySelectorAll<HTMLElement>('[data-action]')].filter((control) =>
    names.includes(control.dataset['action'] ?? ''),
  )
}

/**
 * These controls, as they are there: what is off there is not offered, and what is there twice is offered once. Only those
 * of what else fills the screen while something does.
 */
function pageActions(): readonly HTMLElement[] {
  const full = document.querySelector<HTMLDialogElement>('dialog[open]')
  const controls =
    full === null
      ? [...document.querySelectorAll<HTMLElement>(pressable)].filter(
          (control) => control.closest('dialog, table, .cs-list-scroller') === null,
        )
      : keyedActions(full)
  const ready = controls.filter(
    (control) => !control.matches(':disabled, [aria-disabled="true"], [aria-selected="true"]'),
  )
  return [...new Map(ready.map((control) => [namesOf(control).label, control])).values()]
}

/** The label of the action that a control starts now. */
function actionLabel({ dataset: { explain = '' } }: HTMLElement): string | undefined {
  const [resource, name = ''] = explain.split('.actions.')
  return consoleModel().definitions.find((each) => each.name === resource)?.actions[name]?.label
}

/** A tab is named without its count, and a switch by the action that it starts now; it is found by its column, too. */
function namesOf(control: HTMLElement): Required<Pick<Entry, 'label' | 'does'>> {
  const named = control.matches('[role="tab"]') ? control.firstChild : control
  const label = (control.getAttribute('aria-label') ?? named?.textContent ?? '').trim()
  const action = actionLabel(control)
  if (action === undefined) return { label, does: label }
  const [column = ''] = label.split(': ')
  return control.matches('[role="switch"]') ? { label: action, does: `${action} ${column}` } : { label, does: action }
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().split(/[\s:]+/)

/** Every word is in the line, and one at least in what an action does: the name of its record alone is no match. */
function matches({ label, does = label }: Entry, text: string): boolean {
  const [whole, own] = [`${label} ${does}`.toLowerCase(), does.toLowerCase()]
  const words = wordsIn(text)
  return words.every((word) => whole.includes(word)) && words.some((word) => own.includes(word))
}

/** True for a screen, form or action of which words begin with the typed ones: the person means it rather than a record. */
const isMeant = ({ label, does = label }: Entry, text: string): boolean =>
  text !== '' && wordsIn(text).every((word) => ` ${does}`.toLowerCase().includes(` ${word}`))

/** The forms of all pages that the person may send. */
function useForms(): readonly Destination[] {
  const { permissions = [] } = usePermissions<readonly string[]>()
  return consoleModel().screens.flatMap((screen) => {
    if (!('groups' in screen)) return []
    const forms = formsOf(screen).filter((form) => maySend(form, permissions))
    return forms.length < 2 ? [] : forms.map(({ label, name }) => ({ label, to: `${screen.path}?form=${name}` }))
  })
}

/** The tabs of the lists in the menu. One that leads to the plain list is the screen itself. */
const tabsOf = (menu: readonly Destination[]) =>
  consoleModel().screens.flatMap((screen) => {
    const list = 'groups' in screen ? undefined : menu.find(({ to }) => to === listPathOf(screen))
    if ('groups' in screen || list === undefined) return []
    return screen.list.tabs.flatMap((tab) => {
      const query = formatListUrl(screen, tabPlace(screen, tab, parseListUrl(screen, '').sort))
      return query === '' ? [] : [{ label: `${list.label}: ${tab.label}`, does: tab.label, to: list.to + query }]
    })
  })

interface PaletteProps {
  readonly menu: readonly Destination[]
  readonly onClose: () => void
}

/** Screens of the person, which are in no menu of everyone. */
const personal: readonly Destination[] = [
  { label: 'Sessions', to: '/sessions' },
  { label: 'Settings', to: '/settings' },
]

/**
 * The groups for a text: records found, actions of the page, recent records, screens with their tabs, and forms; first those with an entry
 * that is meant. Without a text the actions come last: Enter alone changes nothing.
 */
function useGroups(typed: string, { menu, onClose }: PaletteProps) {
  const text = plainText(typed)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const client = useQueryClient()
  const allForms = useForms()
  const [actions] = useState(pageActions)
  const { records, ...search } = useFoundRecords(typed)
  const entryTo = ({ label, barLabel, to }: Destination): Entry => ({
    key: to,
    label,
    ...(barLabel !== undefined && { does: `${label} ${barLabel}` }),
    run: () => {
      onClose()
      // The record on the page stays as it is.
      if (to !== pathname) void navigate(to)
    },
  })
  const pressing = (button: HTMLElement): Entry => ({
    key: `press ${actions.indexOf(button)}`,
    ...namesOf(button),
    run: () => {
      // The focus can move there, and come back there from a question, only once the palette is gone.
      flushSync(onClose)
      button.focus({ preventScroll: true })
      button.click()
    },
  })
  const listed = (entries: readonly Entry[]) => entries.filter((entry) => matches(entry, text))
  const rank = (entry: Entry) => Number(isMeant(entry, text))
  const meantFirst = (title: string, entries: readonly Entry[]): Group => ({
    title,
    entries: listed(entries).toSorted((one, other) => rank(other) - rank(one)),
  })
  const known = new Set(records.map(({ to }) => to))
  const recent = recentRecords(client).filter(({ to }) => to !== pathname && !known.has(to))
  const page = meantFirst('This page', actions.map(pressing))
  const others = personal.filter(({ to }) => menu.every((entry) => entry.to !== to))
  const tabs = text === '' ? [] : tabsOf(menu).map(({ does, ...tab }) => ({ ...entryTo(tab), does }))
  const screens = meantFirst('Screens', [...[...menu, ...others].map(entryTo), ...tabs])
  const forms = meantFirst('Forms', allForms.map(entryTo))
  // What is meant stays first when records come that are found by the same letters.
  const first = [page, screens, forms].filter(({ entries }) => entries.some(rank))
  const opened: Group = { title: 'Recent', entries: listed(recent.map(entryTo)) }
  const groups: readonly Group[] =
    text === ''
      ? [opened, screens, page]
      : [{ title: 'Records', entries: records.map(entryTo) }, page, opened, screens, forms]
  const inOrder = [...first, ...groups.filter((group) => !first.includes(group))]
  return { groups: inOrder.filter(({ entries }) => entries.length > 0), ...search }
}

const noteOf = (
  { isBusy, isFailed, isUnreadable, isPart, isShort }: Omit<ReturnType<typeof useFoundRecords>, 'records'>,
  text: string,
  hasEntries: boolean,
) => {
  if (isUnreadable) return 'Not searched: the text has control characters. Type it again.'
  if (isBusy) return 'Searching…'
  if (isFailed) return 'Records couldn’t be searched. Screens and actions are found all the same.'
  if (isPart) return partText(text.trim())
  return hasEntries || isShort ? '' : 'Nothing found.'
}

/** No element of HTML is a list whose choices are made in another field. */
const listbox = { role: 'listbox', 'aria-label': 'Found' } as const
const combobox = { role: 'combobox', 'aria-expanded': true } as const

interface FoundProps {
  readonly id: string
  readonly groups: readonly Group[]
  readonly chosen: Entry | undefined
}

const Found = ({ id, groups, chosen }: FoundProps) => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen?.key])
  const optionOf = (entry: Entry) => ({
    id: `${id}-${entry.key}`,
    role: 'option',
    tabIndex: -1,
    className: 'cs-item',
    'aria-selected': entry === chosen,
    'data-active': entry === chosen || undefined,
    onClick: entry.run,
  })
  return (
    <div {...listbox} ref={list} id={`${id}-list`} className="cs-palette-list">
      {groups.map(({ title, entries }) => (
        <div key={title} {...{ role: 'group', 'aria-label': title }}>
          <p className="cs-meta cs-muted" aria-hidden="true">
            {title}
          </p>
          {entries.map((entry) => (
            <div key={entry.key} {...optionOf(entry)}>
              {entry.label}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

/** The index after an arrow key, around the ends; `undefined` for other keys. */
function movedTo(key: string, active: number | undefined, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return active === undefined ? 0 : (active + 1) % count
  return key === 'ArrowUp' ? ((active ?? 0) + count - 1) % count : undefined
}

/** Finds records, screens, forms and the page's actions by typing. Arrows choose, Enter goes there, Escape closes. */
export const Palette = (props: PaletteProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<number>()
  const id = useId()
  const { groups, ...search } = useGroups(text, props)
  const entries = groups.flatMap((group) => group.entries)
  // A record with only a part of a number is chosen by an arrow: another one can have just this number.
  const active = picked === undefined && search.isPart ? undefined : Math.min(picked ?? 0, entries.length - 1)
  const chosen = active === undefined ? undefined : entries[active]
  // Enter comes right after the text, and the records that it means come later: the first line may not be what it means.
  const isEntered = useRef(false)
  useEffect(() => {
    if (!isEntered.current || search.isBusy) return
    isEntered.current = false
    // What it runs closes the palette, which is not possible while it is drawn.
    queueMicrotask(() => chosen?.run())
  }, [search.isBusy, chosen])
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    isEntered.current = false
    setText(target.value)
    setPicked(undefined)
  }
  const press = (event: KeyboardEvent) => {
    const next = movedTo(event.key, active, entries.length)
    if (next !== undefined) {
      isEntered.current = false
      setPicked(next)
    } else if (event.key === 'Enter' && search.isBusy) isEntered.current = true
    else if (event.key === 'Enter') chosen?.run()
    // In a search field Escape would only empty it.
    else if (event.key === 'Escape') props.onClose()
    else return
    event.preventDefault()
  }
  return (
    <Modal ref={dialog} kind="dialog" className="cs-palette" labelledBy={`${id}-title`} onClose={props.onClose}>
      <h2 id={`${id}-title`} className="cs-visually-hidden">
        Go to
      </h2>
      <SearchInput
        {...combobox}
        label="Record, screen or action"
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen && `${id}-${chosen.key}`}
        value={text}
        maxLength={200}
        onChange={type}
        onKeyDown={press}
      />
      <Found id={id} groups={groups} chosen={chosen} />
      <output className="cs-meta cs-muted cs-palette-note">{noteOf(search, text, entries.length > 0)}</output>
    </Modal>
  )
}
