import { useEffect, useState } from 'react'
import type { Destination } from '../data/recentRecords.ts'
import { lazyText } from '../ui/lazyComponent.tsx'
import { showAge } from '../ui/showAge.ts'
import { useKeys } from '../ui/useKeys.ts'

const events = ['pointerover', 'focusin'] as const

/** The ages of moments on every page, in addition to their times. */
function useAges(): void {
  useEffect(() => {
    for (const event of events) document.addEventListener(event, showAge)
    return () => {
      for (const event of events) document.removeEventListener(event, showAge)
    }
  }, [])
}

const Palette = lazyText(
  async () => (await import('./Palette.tsx')).Palette,
  () => null,
)
const KeysDialog = lazyText(
  async () => (await import('./KeysDialog.tsx')).KeysDialog,
  () => null,
)

/** The dialogs load this long after the page, in ms, unless their key comes first: the first rows do not wait for them. */
const SOON_MS = 500

function useDialogsSoon(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // What cannot be loaded now is loaded when its key is pressed.
      for (const { preload } of [Palette, KeysDialog]) preload().catch(() => undefined)
    }, SOON_MS)
    return () => clearTimeout(timer)
  }, [])
}

export const PageKeys = ({ menu }: { readonly menu: readonly Destination[] }) => {
  const [opened, open] = useState<'keys' | 'palette'>()
  const close = () => open(undefined)
  useAges()
  useDialogsSoon()
  useKeys({
    'ctrl+k': { label: 'Go to a record, a screen or an action', run: () => open('palette') },
    '?': { label: 'Keys of this page', run: () => open('keys') },
  })
  if (opened === undefined) return null
  return opened === 'keys' ? <KeysDialog onClose={close} /> : <Palette menu={menu} onClose={close} />
}
