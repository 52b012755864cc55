import { useEffect, useRef } from 'react'

type Press = Pick<KeyboardEvent, 'key' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented' | 'target'>

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** True when a key is meant for the page: no chord, not held down, not typed into a field, and no dialog is open. */
const isForPage = ({ repeat, ctrlKey, metaKey, altKey, defaultPrevented, target }: Press): boolean =>
  !(repeat || ctrlKey || metaKey || altKey || defaultPrevented) &&
  !isTyping(target) &&
  document.querySelector('dialog[open], [role="menu"]') === null

/** Runs a command when its single key is pressed anywhere on the page. @param commands by key, letters in small case */
export function useSingleKeys(commands: Readonly<Record<string, () => void>>): void {
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const name = event.key.toLowerCase()
      const command = Object.hasOwn(latest.current, name) ? latest.current[name] : undefined
      if (command === undefined || !isForPage(event)) return
      event.preventDefault()
      command()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
