import { useEffect } from 'react'
import type { Destination } from '../data/recentRecords.ts'
import { showAge } from '../ui/showAge.ts'
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

interface KeyDialogsProps {
  readonly opened: 'keys' | 'palette' | undefined
  readonly menu: readonly Destination[]
  readonly onClose: () => void
}

/** What the keys of every page open, and what else a page has once its first rows are there. */
export const KeyDialogs = ({ opened, menu, onClose }: KeyDialogsProps) => {
  useAges()
  if (opened === undefined) return null
  return opened === 'keys' ? <KeysDialog onClose={onClose} /> : <Palette menu={menu} onClose={onClose} />
}
