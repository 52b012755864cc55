import { useState } from 'react'
import type { Destination } from '../data/recentRecords.ts'
import { useKeys } from '../ui/useKeys.ts'
import { KeysDialog } from './KeysDialog.tsx'
import { Palette } from './Palette.tsx'
import './keys.css'

/** The keys that work on every page, and what they open. @param menu the screens that the person may use */
export const PageKeys = ({ menu }: { readonly menu: readonly Destination[] }) => {
  const [opened, open] = useState<'keys' | 'palette'>()
  const close = () => open(undefined)
  useKeys({
    'ctrl+k': { label: 'Go to a record, a screen or an action', run: () => open('palette') },
    '?': { label: 'Keys of this page', run: () => open('keys') },
  })
  if (opened === undefined) return null
  return opened === 'keys' ? <KeysDialog onClose={close} /> : <Palette menu={menu} onClose={close} />
}
