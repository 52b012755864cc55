import { useEffect, useState } from 'react'
import type { Destination } from '../data/recentRecords.ts'
import { showAge } from '../ui/showAge.ts'
import { useKeys } from '../ui/useKeys.ts'
import { KeysDialog } from './KeysDialog.tsx'
import { Palette } from './Palette.tsx'
import './keys.css'

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

export const PageKeys = ({ menu }: { readonly menu: readonly Destination[] }) => {
  const [opened, open] = useState<'keys' | 'palette'>()
  const close = () => open(undefined)
  useAges()
  useKeys({
    'ctrl+k': { label: 'Go to a record, a screen or an action', run: () => open('palette') },
    '?': { label: 'Keys of this page', run: () => open('keys') },
  })
  if (opened === undefined) return null
  return opened === 'keys' ? <KeysDialog onClose={close} /> : <Palette menu={menu} onClose={close} />
}
