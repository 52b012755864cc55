import { useEffect, useRef } from 'react'

type Press = Pick<KeyboardEvent, 'key' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented' | 'target'>

/** What a single key does: in words, for the list of the page's keys, and the function that does it. */
interface KeyCommand {
  readonly label: string
  readonly run: () => void
}

/** Commands by their keys; letters in small case. */
export type KeyCommands = Readonly<Record<string, KeyCommand>>

const registered = new Set<{ readonly current: KeyCommands }>()

/** The single keys of what is on the page now. */
export const keysOfPage = (): readonly (readonly [key: string, label: string])[] =>
  [...registered].flatMap(({ current }) => Object.entries(current).map(([key, { label }]) => [key, label] as const))

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select'))

/**
 * True when a key is meant for the page: single keys are on, no chord, not held down, not typed into a field, and no
 * dialog is open.
 */
const isForPage = ({ repeat, ctrlKey, metaKey, altKey, defaultPrevented, target }: Press): boolean =>
  !(repeat || ctrlKey || metaKey || altKey || defaultPrevented) &&
  document.documentElement.dataset['keys'] !== 'off' &&
  !isTyping(target) &&
  document.querySelector('dialog[open], [role="menu"]') === null

/** True when a chord is meant for the page, wherever the focus is, or for what fills the screen above it. */
const isFree = ({ repeat, altKey, defaultPrevented }: Press): boolean =>
  !(repeat || altKey || defaultPrevented) && document.querySelector('dialog[open]:not(.cs-modal--full)') === null

const nameOf = ({ key, ctrlKey, metaKey }: Press): string => `${ctrlKey || metaKey ? 'ctrl+' : ''}${key.toLowerCase()}`

/**
 * Runs a command when its single key is pressed anywhere on the page outside of a field. A chord such as `ctrl+k`, which
 * is Cmd-K on a Mac, works in fields, too.
 */
export function useKeys(commands: KeyCommands): void {
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const name = nameOf(event)
      const command = Object.hasOwn(latest.current, name) ? latest.current[name] : undefined
      if (command === undefined || !(name.startsWith('ctrl+') ? isFree(event) : isForPage(event))) return
      event.preventDefault()
      command.run()
    }
    registered.add(latest)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      registered.delete(latest)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}
